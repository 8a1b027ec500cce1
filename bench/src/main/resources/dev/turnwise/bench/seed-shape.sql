-- One message as the system that Turnwise succeeds commits it: a session lock on the room, a transaction of six
-- statements, the unlock. Eight round trips.
-- pgbench -n -M prepared -c 32 -j 2 -T 1 -D rooms=10000 -f seed-shape.sql (one hot room: -D rooms=1)
\set room random(1, :rooms)
SELECT pg_advisory_lock(:room);
BEGIN;
SELECT event_count, latest_index, timers FROM bench_seed.rooms WHERE room_id = :room FOR UPDATE;
INSERT INTO bench_seed.room_sequences AS s (room_id, next_index) VALUES (:room, 1)
ON CONFLICT (room_id) DO UPDATE SET next_index = s.next_index + 1
RETURNING next_index - 1 AS index \gset
INSERT INTO bench_seed.events (room_id, index, content)
VALUES (:room, :index, '{"type": "text", "text": "The quick brown fox jumps over the lazy dog."}');
UPDATE bench_seed.rooms
SET event_count = event_count + 1, latest_index = :index, timers = '{"last_activity": 1}'
WHERE room_id = :room;
COMMIT;
SELECT pg_advisory_unlock(:room);
