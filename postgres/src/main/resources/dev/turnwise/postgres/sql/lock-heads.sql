SELECT h.room_id
  FROM unnest(:room_ids::text[]) AS w (room_id)
 CROSS JOIN LATERAL (
         SELECT room_id FROM room_heads WHERE room_id = w.room_id FOR NO KEY UPDATE SKIP LOCKED
       ) h
