SELECT b.room_id
  FROM bindings b
  JOIN room_heads h ON h.room_id = b.room_id AND h.status IN ('ACTIVE', 'PAUSED')
 WHERE b.organization_id = :organization_id AND b.channel_id = :channel_id
   AND b.detached_at IS NULL AND b.findable
 ORDER BY b.room_created_at DESC, b.room_id DESC
 LIMIT 2
