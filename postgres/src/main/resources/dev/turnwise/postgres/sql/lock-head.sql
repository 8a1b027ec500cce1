SELECT status, gated, next_index FROM room_heads WHERE room_id = :room_id FOR NO KEY UPDATE
