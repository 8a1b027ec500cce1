-- Number and insert one event in one statement.
-- pgbench -n -M prepared -c 32 -j 2 -T 1 -D rooms=10000 -f thin-commit.sql (one hot room: -D rooms=1)
\set room random(1, :rooms)
WITH numbered AS (
  UPDATE bench_thin.rooms SET next_index = next_index + 1 WHERE room_id = :room RETURNING next_index - 1 AS index
)
INSERT INTO bench_thin.events (room_id, index, content)
SELECT :room, index, '{"type": "text", "text": "The quick brown fox jumps over the lazy dog."}' FROM numbered;
