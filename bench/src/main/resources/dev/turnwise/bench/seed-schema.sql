-- The tables behind the eight round trips of seed-shape.sql, no wider than they need to be.
CREATE SCHEMA bench_seed;

CREATE TABLE bench_seed.rooms (
  room_id      integer PRIMARY KEY,
  event_count  bigint NOT NULL DEFAULT 0,
  latest_index bigint NOT NULL DEFAULT -1,
  timers       jsonb NOT NULL DEFAULT '{}'
) WITH (fillfactor = 50);

CREATE TABLE bench_seed.room_sequences (
  room_id    integer PRIMARY KEY,
  next_index bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE bench_seed.events (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  room_id    integer NOT NULL,
  index      bigint NOT NULL,
  content    jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (room_id, index)
);

INSERT INTO bench_seed.rooms (room_id) SELECT generate_series(1, 10000);
INSERT INTO bench_seed.room_sequences (room_id, next_index) SELECT generate_series(1, 10000), 0;
