SELECT room_id
  FROM routes
 WHERE organization_id = :organization_id AND channel_id = :channel_id AND address = :address
