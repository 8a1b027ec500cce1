WITH room AS (
  SELECT room_id FROM room_heads WHERE room_id = :room_id
),
added AS (
  INSERT INTO observations (observation_id, room_id, type, data, source_channel_id, created_at, metadata)
  SELECT :observation_id::uuid, room_id, :type, :data::jsonb, :source_channel_id, clock_timestamp(), :metadata::jsonb
    FROM room
  ON CONFLICT (observation_id) DO NOTHING
  RETURNING created_at
)
SELECT (SELECT created_at FROM added) AS created_at FROM room
