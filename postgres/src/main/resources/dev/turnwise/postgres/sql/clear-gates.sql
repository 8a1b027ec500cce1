-- A head that somebody has locked is left for later: whoever holds it may be waiting for the table of workers.
WITH free AS MATERIALIZED (
  SELECT h.room_id
    FROM unnest(:room_ids::text[]) AS wanted (room_id)
   CROSS JOIN LATERAL (
           SELECT room_id FROM room_heads WHERE room_id = wanted.room_id AND gated FOR NO KEY UPDATE SKIP LOCKED
         ) h
)
UPDATE room_heads h
   SET gated = false, config_version = config_version + 1
  FROM free f
 WHERE h.room_id = f.room_id
   AND NOT EXISTS (
         SELECT
           FROM workers
          WHERE has_hooks
            AND (state IN ('LIVE', 'DRAINING')
                 OR state = 'DEAD' AND state_since > clock_timestamp() - :grace_millis * interval '1 millisecond')
       )
