-- All that a worker says of itself, each time: so a row that was lost comes back with the next ping. Runs on the session
-- that holds the worker's key, hence by nobody else.
INSERT INTO workers AS w (
  worker_id, channels, has_hooks, state, state_since, started_at, seen_at, lock_key, session_id)
VALUES (
  :worker_id, :channels::text[], :has_hooks, :state, clock_timestamp(), coalesce(:started_at, clock_timestamp()),
  clock_timestamp(), :lock_key, :session_id)
ON CONFLICT (worker_id) DO UPDATE
   SET channels = excluded.channels, has_hooks = excluded.has_hooks, state = excluded.state,
       state_since = CASE WHEN w.state = excluded.state THEN w.state_since ELSE excluded.state_since END,
       started_at = excluded.started_at, seen_at = excluded.seen_at, lock_key = excluded.lock_key,
       session_id = excluded.session_id
RETURNING started_at
