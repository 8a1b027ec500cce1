SELECT channel_id, index FROM read_markers WHERE room_id = :room_id
