-- The session is a condition on the row, too: a worker that lost one and came back with another meanwhile is not the one
-- that was looked at, and locks are not part of any snapshot (R1). A row that is locked is being marked by another
-- scanner, or written by its worker.
WITH gone AS MATERIALIZED (
  SELECT w.worker_id, w.session_id
    FROM worker_liveness l
    JOIN workers w ON w.worker_id = l.worker_id AND w.session_id = l.session_id
   WHERE w.state IN ('LIVE', 'DRAINING') AND NOT l.is_alive
),
mine AS MATERIALIZED (
  SELECT w.worker_id
    FROM gone g
    JOIN workers w ON w.worker_id = g.worker_id
   WHERE w.session_id = g.session_id AND w.state IN ('LIVE', 'DRAINING')
     FOR NO KEY UPDATE OF w SKIP LOCKED
)
UPDATE workers w
   SET state = 'DEAD', state_since = clock_timestamp()
  FROM mine m
 WHERE w.worker_id = m.worker_id
RETURNING w.worker_id
