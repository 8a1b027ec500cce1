SELECT * FROM bindings WHERE room_id = :room_id AND channel_id = :channel_id
