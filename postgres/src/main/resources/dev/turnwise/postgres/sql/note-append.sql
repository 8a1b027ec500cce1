UPDATE room_heads
   SET next_index = next_index + :events,
       status = CASE WHEN :events > 0 AND status = 'PAUSED' THEN 'ACTIVE' ELSE status END,
       status_since = CASE WHEN :events > 0 AND status = 'PAUSED' THEN clock_timestamp() ELSE status_since END,
       last_activity = CASE WHEN :events > 0 THEN clock_timestamp() ELSE last_activity END,
       delivered_index = coalesce(:step_to::bigint, delivered_index),
       redeliveries = CASE WHEN :step_to::bigint IS NULL THEN redeliveries ELSE 0 END
 WHERE room_id = :room_id
