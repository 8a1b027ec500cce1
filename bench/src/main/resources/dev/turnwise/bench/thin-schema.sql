-- The least that a numbered timeline needs: no keys, no conditions, four columns.
CREATE SCHEMA bench_thin;

CREATE TABLE bench_thin.rooms (
  room_id    integer PRIMARY KEY,
  next_index bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE bench_thin.events (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  room_id    integer NOT NULL,
  index      bigint NOT NULL,
  content    jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  UNIQUE (room_id, index)
);

INSERT INTO bench_thin.rooms (room_id) SELECT generate_series(1, 10000);
