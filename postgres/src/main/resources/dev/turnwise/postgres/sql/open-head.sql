WITH now AS (SELECT clock_timestamp() AS at)
INSERT INTO room_heads (room_id, last_activity, status_since)
SELECT :room_id, at, at FROM now
ON CONFLICT (room_id) DO NOTHING
RETURNING last_activity
