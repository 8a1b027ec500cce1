WITH routes AS (
  DELETE FROM routes WHERE room_id = :room_id AND channel_id = :channel_id
)
UPDATE bindings SET detached_at = clock_timestamp(), findable = false
 WHERE room_id = :room_id AND channel_id = :channel_id
