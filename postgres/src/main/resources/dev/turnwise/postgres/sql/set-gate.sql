UPDATE room_heads SET gated = :gated WHERE room_id = :room_id
