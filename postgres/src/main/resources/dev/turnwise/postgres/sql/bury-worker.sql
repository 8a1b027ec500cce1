-- By the session that holds the worker's key: a row of that id which is not marked yet is of one that died. Waits for a
-- scanner that marks it at this moment, so that one of the two tells of it.
UPDATE workers
   SET state = 'DEAD', state_since = clock_timestamp()
 WHERE worker_id = :worker_id AND state IN ('LIVE', 'DRAINING')
