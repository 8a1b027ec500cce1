SELECT EXISTS (SELECT FROM worker_liveness WHERE is_alive AND has_hooks) AS any
