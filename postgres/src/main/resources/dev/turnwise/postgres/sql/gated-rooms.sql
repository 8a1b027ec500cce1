SELECT room_id
  FROM room_heads
 WHERE room_id > :after AND gated
 ORDER BY room_id
 LIMIT :limit
