UPDATE room_heads
   SET next_index = next_index + 1,
       status = CASE status WHEN 'PAUSED' THEN 'ACTIVE' ELSE status END,
       status_since = CASE status WHEN 'PAUSED' THEN clock_timestamp() ELSE status_since END,
       last_activity = clock_timestamp(),
       delivered_index = coalesce(:step_to::bigint, delivered_index),
       redeliveries = CASE WHEN :step_to::bigint IS NULL THEN redeliveries ELSE 0 END
 WHERE room_id = :room_id
