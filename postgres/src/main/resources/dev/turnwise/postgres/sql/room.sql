SELECT r.*, h.status, h.next_index, h.delivered_index, h.last_activity, h.timeline_epoch
  FROM room_heads h
  JOIN rooms r ON r.room_id = h.room_id
 WHERE h.room_id = :room_id
