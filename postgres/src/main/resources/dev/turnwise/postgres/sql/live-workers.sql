SELECT worker_id FROM worker_liveness WHERE is_alive ORDER BY worker_id
