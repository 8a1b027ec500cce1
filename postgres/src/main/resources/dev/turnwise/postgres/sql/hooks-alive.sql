-- A worker that is marked dead may only have lost its session, and come back with another.
SELECT EXISTS (
  SELECT
    FROM workers
   WHERE has_hooks
     AND (state IN ('LIVE', 'DRAINING')
          OR state = 'DEAD' AND state_since > clock_timestamp() - :grace_millis * interval '1 millisecond')
) AS any
