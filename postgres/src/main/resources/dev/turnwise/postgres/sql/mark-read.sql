WITH wanted AS (
  SELECT room_id, least(:index::bigint, next_index - 1) AS index FROM room_heads WHERE room_id = :room_id
),
moved AS (
  -- -1 is the absence of a marker, so it is never stored as one.
  INSERT INTO read_markers AS m (room_id, channel_id, index)
  SELECT room_id, :channel_id, index FROM wanted WHERE index >= 0
  ON CONFLICT (room_id, channel_id) DO UPDATE SET index = greatest(m.index, excluded.index)
  RETURNING index
)
SELECT coalesce(
         (SELECT index FROM moved),
         (SELECT index FROM read_markers WHERE room_id = :room_id AND channel_id = :channel_id),
         -1) AS index
  FROM wanted
