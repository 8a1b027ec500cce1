SELECT * FROM participants WHERE room_id = :room_id AND participant_id = :participant_id
