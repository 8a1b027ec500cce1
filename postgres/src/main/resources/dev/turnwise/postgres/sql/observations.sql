SELECT * FROM observations WHERE room_id = :room_id ORDER BY created_order
