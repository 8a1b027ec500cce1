-- Runs after the heads are locked, so what it reads of rooms is as new as the lock.
WITH due AS (
  SELECT h.room_id, h.status AS status_before, CASE h.status WHEN 'ACTIVE' THEN 'PAUSED' ELSE 'CLOSED' END AS status_after
    FROM room_heads h
    JOIN rooms r ON r.room_id = h.room_id
   WHERE h.room_id = ANY (:room_ids::text[])
     AND CASE h.status
           WHEN 'ACTIVE' THEN
             greatest(h.last_activity, h.status_since) + r.inactive_after_ns / 1000 * interval '1 microsecond'
               <= clock_timestamp()
           WHEN 'PAUSED' THEN
             h.status_since + r.closed_after_ns / 1000 * interval '1 microsecond' <= clock_timestamp()
         END
)
UPDATE room_heads h
   SET status = d.status_after,
       status_since = clock_timestamp(),
       config_version = h.config_version + CASE d.status_after WHEN 'CLOSED' THEN 1 ELSE 0 END
  FROM due d
 WHERE h.room_id = d.room_id
RETURNING h.room_id, d.status_before, d.status_after
