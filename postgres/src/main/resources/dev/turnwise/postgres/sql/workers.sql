-- A worker that is gone is shown as such also before somebody has marked it.
SELECT w.worker_id, w.channels, w.has_hooks, w.started_at, w.seen_at, s.state
  FROM workers w
  JOIN worker_liveness l ON l.worker_id = w.worker_id
 CROSS JOIN LATERAL (
         SELECT CASE WHEN w.state IN ('LIVE', 'DRAINING') AND NOT l.is_alive THEN 'DEAD' ELSE w.state END AS state
       ) s
 ORDER BY array_position(ARRAY['LIVE', 'DRAINING', 'LEFT', 'DEAD'], s.state), w.seen_at DESC, w.worker_id
