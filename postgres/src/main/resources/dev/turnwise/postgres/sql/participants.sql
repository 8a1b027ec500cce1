SELECT * FROM participants WHERE room_id = :room_id ORDER BY join_order
