UPDATE rooms SET updated_at = clock_timestamp() WHERE room_id = :room_id
