-- OFFSET 0 keeps the look-up of the binding to the primary key: a partial index would be read from end to end.
SELECT count(*)
  FROM (SELECT * FROM bindings WHERE room_id = :room_id AND channel_id = :channel_id OFFSET 0) b
  JOIN events e
    ON e.room_id = b.room_id
   AND e.index > coalesce((SELECT m.index FROM read_markers m WHERE m.room_id = :room_id AND m.channel_id = :channel_id), -1)
 WHERE b.detached_at IS NULL AND b.access IN ('READ_WRITE', 'READ_ONLY')
   AND e.source_channel_id <> :channel_id
   AND e.status <> 'BLOCKED'
   AND (e.visibility = 'all'
        OR e.visibility = 'transport' AND b.category = 'TRANSPORT'
        OR e.visibility = 'intelligence' AND b.category = 'INTELLIGENCE'
        OR b.channel_id = ANY (string_to_array(e.visibility, ',')))
