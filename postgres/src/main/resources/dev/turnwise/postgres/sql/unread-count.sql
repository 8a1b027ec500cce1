SELECT count(*)
  FROM bindings b
  JOIN events e
    ON e.room_id = b.room_id
   AND e.index > coalesce((SELECT m.index FROM read_markers m WHERE m.room_id = :room_id AND m.channel_id = :channel_id), -1)
 WHERE b.room_id = :room_id AND b.channel_id = :channel_id
   AND b.detached_at IS NULL AND b.access IN ('READ_WRITE', 'READ_ONLY')
   AND e.source_channel_id <> :channel_id
   AND e.status <> 'BLOCKED'
   AND (e.visibility = 'all'
        OR e.visibility = 'transport' AND b.category = 'TRANSPORT'
        OR e.visibility = 'intelligence' AND b.category = 'INTELLIGENCE'
        OR b.channel_id = ANY (string_to_array(e.visibility, ',')))
