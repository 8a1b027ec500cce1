-- Version 1: the timeline.
--
-- Ids compare by their bytes (COLLATE "C"): the same order on every server, whatever its locale.
-- "No organisation" is stored as the empty string, which no id can be: a null would equal nothing, in unique keys as
-- well as in conditions.
-- No foreign keys: each would lock the room's head row once more, for every row inserted, in the middle of a commit.

-- One row for each version that was ever installed here, and the oldest reader that can work with it.
CREATE TABLE schema_version (
  version    integer PRIMARY KEY,
  min_reader integer NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The head of a room: the one row that every write of the room locks first, and the only one whose columns are ever
-- a condition of a commit (R1). Narrow, with free space in its pages and no index but the key, so that the update of
-- every commit stays inside its page (HOT). No index may ever mention next_index or delivered_index.
CREATE TABLE room_heads (
  room_id         text COLLATE "C" PRIMARY KEY,
  next_index      bigint NOT NULL DEFAULT 0,
  delivered_index bigint NOT NULL DEFAULT -1,
  delivery_epoch  bigint NOT NULL DEFAULT 0,
  redeliveries    integer NOT NULL DEFAULT 0,
  config_version  bigint NOT NULL DEFAULT 1,
  status          text NOT NULL DEFAULT 'ACTIVE',
  gated           boolean NOT NULL DEFAULT false,
  turn_fence      bigint NOT NULL DEFAULT 0,
  turn_owner      text,
  turn_until      timestamptz,
  timeline_epoch  bigint NOT NULL DEFAULT 0,
  last_activity   timestamptz NOT NULL,
  status_since    timestamptz NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE rooms (
  room_id               text COLLATE "C" PRIMARY KEY,
  organization_id       text COLLATE "C" NOT NULL,
  created_at            timestamptz NOT NULL,
  updated_at            timestamptz NOT NULL,
  closed_at             timestamptz,
  inactive_after_ns     bigint,
  closed_after_ns       bigint,
  -- No timer of this room can be due before: a lower bound, so that commits need not touch it. Null: no timer runs.
  timer_check_at        timestamptz,
  metadata              jsonb NOT NULL,
  agent_response_policy text NOT NULL
);
CREATE INDEX idx_rooms_newest ON rooms (organization_id, created_at, room_id);
CREATE INDEX idx_rooms_timer_check ON rooms (timer_check_at) WHERE timer_check_at IS NOT NULL;

CREATE TABLE bindings (
  room_id         text COLLATE "C" NOT NULL,
  channel_id      text COLLATE "C" NOT NULL,
  channel_type    text NOT NULL,
  category        text NOT NULL,
  direction       text NOT NULL,
  access          text NOT NULL,
  muted           boolean NOT NULL,
  output_muted    boolean NOT NULL,
  visibility      text NOT NULL,
  participant_id  text,
  attached_at     timestamptz NOT NULL,
  attach_order    integer NOT NULL,
  -- A detached channel keeps its row, so that it is never attached again by itself.
  detached_at     timestamptz,
  capabilities    jsonb NOT NULL,
  rate_limit      jsonb,
  retry_policy    jsonb,
  metadata        jsonb NOT NULL,
  -- Copied from the room, to list its rooms by channel, newest first.
  organization_id text COLLATE "C" NOT NULL,
  room_created_at timestamptz NOT NULL,
  -- Whether routing may find the room by this channel: it accepts events, and no route leads through the channel to it.
  -- Kept so that a channel of a million routed rooms is looked up as fast as one of ten; never decides a commit.
  findable        boolean NOT NULL,
  PRIMARY KEY (room_id, channel_id)
);
CREATE INDEX idx_bindings_channel ON bindings (organization_id, channel_id, room_created_at, room_id)
  WHERE detached_at IS NULL;
CREATE INDEX idx_bindings_findable ON bindings (organization_id, channel_id, room_created_at, room_id)
  WHERE detached_at IS NULL AND findable;

CREATE TABLE participants (
  room_id         text COLLATE "C" NOT NULL,
  participant_id  text COLLATE "C" NOT NULL,
  join_order      bigint GENERATED ALWAYS AS IDENTITY,
  channel_id      text NOT NULL,
  display_name    text,
  role            text NOT NULL,
  status          text NOT NULL,
  identification  text NOT NULL,
  identity_id     text,
  candidates      text[],
  connected_via   text[] NOT NULL,
  external_id     text,
  resolved_at     timestamptz,
  resolved_by     text,
  joined_at       timestamptz NOT NULL,
  metadata        jsonb NOT NULL,
  PRIMARY KEY (room_id, participant_id)
);
CREATE INDEX idx_participants_participant ON participants (participant_id, room_id);

-- Which room a conversation outside leads to; only rooms that accept events have routes.
CREATE TABLE routes (
  organization_id text COLLATE "C" NOT NULL,
  channel_id      text COLLATE "C" NOT NULL,
  address         text COLLATE "C" NOT NULL,
  room_id         text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, channel_id, address)
);
CREATE INDEX idx_routes_room ON routes (room_id, channel_id);

CREATE TABLE events (
  id                  uuid PRIMARY KEY,
  room_id             text COLLATE "C" NOT NULL,
  index               bigint NOT NULL,
  created_at          timestamptz NOT NULL,
  type                text NOT NULL,
  status              text NOT NULL,
  blocked_by          text,
  source_channel_id   text COLLATE "C" NOT NULL,
  source_channel_type text NOT NULL,
  source_direction    text NOT NULL,
  participant_id      text,
  external_id         text,
  provider            text,
  provider_message_id text,
  -- Verbatim, as the provider sent it.
  raw_payload         text,
  content             jsonb NOT NULL,
  visibility          text NOT NULL,
  addressed_to        text[],
  parent_event_id     uuid,
  root_event_id       uuid,
  chain_depth         integer NOT NULL,
  correlation_id      text COLLATE "C",
  idempotency_key     text,
  metadata            jsonb NOT NULL,
  channel_data        jsonb NOT NULL,
  -- The planned delivery set; null means that there is nothing to deliver.
  targets             text[],
  committed_by        text
);
CREATE UNIQUE INDEX idx_events_room_index ON events (room_id, index);
CREATE INDEX idx_events_thread ON events (room_id, parent_event_id, index) WHERE parent_event_id IS NOT NULL;
CREATE INDEX idx_events_correlation ON events (room_id, correlation_id, index) WHERE correlation_id IS NOT NULL;
CREATE INDEX idx_events_root ON events (root_event_id) WHERE root_event_id IS NOT NULL;

-- One row a target, only ever inserted: updating the wide event row for each outcome would rewrite it and its indexes.
CREATE TABLE delivery_results (
  event_id    uuid NOT NULL,
  channel_id  text COLLATE "C" NOT NULL,
  result      jsonb NOT NULL,
  PRIMARY KEY (event_id, channel_id)
);

CREATE TABLE idempotency_keys (
  key_hash     bytea PRIMARY KEY,
  event_id     uuid NOT NULL,
  room_id      text COLLATE "C" NOT NULL,
  payload_hash text NOT NULL,
  expires_at   timestamptz NOT NULL
);
CREATE INDEX idx_idempotency_keys_expiry ON idempotency_keys (expires_at);

CREATE TABLE read_markers (
  room_id    text COLLATE "C" NOT NULL,
  channel_id text COLLATE "C" NOT NULL,
  index      bigint NOT NULL,
  PRIMARY KEY (room_id, channel_id)
);

-- Who shares this database. Written by each worker alone, on the session that holds its key.
CREATE TABLE workers (
  worker_id   text COLLATE "C" PRIMARY KEY,
  channels    text[] NOT NULL,
  has_hooks   boolean NOT NULL,
  state       text NOT NULL,
  state_since timestamptz NOT NULL,
  started_at  timestamptz NOT NULL,
  seen_at     timestamptz NOT NULL,
  -- The advisory lock that the worker holds while it is alive.
  lock_key    bigint NOT NULL,
  -- The database session that holds it: another one after each loss.
  session_id  uuid NOT NULL
) WITH (fillfactor = 50);

-- Whether a worker is alive is a question of its key and of nothing else: no clock is asked, and no lock is taken.
CREATE VIEW worker_liveness AS
SELECT w.worker_id, w.session_id, w.has_hooks,
       w.state IN ('LIVE', 'DRAINING') AND EXISTS (
         SELECT FROM pg_locks l
          WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
            AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
            AND l.classid = (w.lock_key >> 32 & 4294967295)::oid
            AND l.objid = (w.lock_key & 4294967295)::oid
       ) AS is_alive
  FROM workers w;

CREATE TABLE tasks (
  task_id       uuid PRIMARY KEY,
  room_id       text COLLATE "C" NOT NULL,
  created_order bigint GENERATED ALWAYS AS IDENTITY,
  type          text NOT NULL,
  status        text NOT NULL,
  title         text,
  description   text,
  data          jsonb NOT NULL,
  assigned_to   text,
  created_by    text,
  created_at    timestamptz NOT NULL,
  metadata      jsonb NOT NULL
);
CREATE INDEX idx_tasks_room ON tasks (room_id, created_order);

CREATE TABLE observations (
  observation_id    uuid PRIMARY KEY,
  room_id           text COLLATE "C" NOT NULL,
  created_order     bigint GENERATED ALWAYS AS IDENTITY,
  type              text NOT NULL,
  data              jsonb NOT NULL,
  source_channel_id text,
  created_at        timestamptz NOT NULL,
  metadata          jsonb NOT NULL
);
CREATE INDEX idx_observations_room ON observations (room_id, created_order);
