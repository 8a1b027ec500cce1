-- The store's own statement for one event of one room (commit-event.sql of the PostgreSQL module), with one event
-- written into it: the same tables, columns and keys.
-- pgbench -n -M prepared -c 32 -j 2 -T 1 -D rooms=10000 -f commit-event.sql (one hot room: -D rooms=1)
\set room random(1, :rooms)
WITH head AS MATERIALIZED (
  SELECT room_id, next_index, status
    FROM room_heads
   WHERE room_id = 'bench-' || :room
     AND (NOT 'true'::boolean OR status IN ('ACTIVE', 'PAUSED'))
     AND (NOT 'true'::boolean OR NOT gated)
     AND config_version = coalesce('1'::bigint, config_version)
     AND next_index = coalesce(NULL::bigint, next_index)
     AND turn_fence = coalesce(NULL::bigint, turn_fence)
     FOR NO KEY UPDATE
),
keyed AS (
  INSERT INTO idempotency_keys AS k (key_hash, event_id, room_id, payload_hash, expires_at)
  SELECT NULL::bytea, (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || substr(gen_random_uuid()::text, 15))::uuid, room_id, NULL::text,
         clock_timestamp() + NULL::bigint * interval '1 microsecond'
    FROM head
   WHERE 'false'::boolean
  ON CONFLICT (key_hash) DO UPDATE
     SET event_id = excluded.event_id, room_id = excluded.room_id, payload_hash = excluded.payload_hash,
         expires_at = excluded.expires_at
   WHERE k.expires_at <= clock_timestamp()
  RETURNING key_hash
),
inserted AS (
  INSERT INTO events (
    id, room_id, index, created_at, type, status, blocked_by, source_channel_id, source_channel_type, source_direction,
    participant_id, external_id, provider, provider_message_id, raw_payload, content, visibility, addressed_to,
    parent_event_id, root_event_id, chain_depth, correlation_id, idempotency_key, metadata, channel_data, targets,
    committed_by)
  SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || substr(gen_random_uuid()::text, 15))::uuid, room_id, next_index, clock_timestamp(), 'MESSAGE', 'DELIVERED', NULL, 'bench',
         'websocket', 'OUTBOUND', NULL, NULL, 'bench', NULL,
         NULL, '{"type":"text","text":"The quick brown fox jumps over the lazy dog."}'::jsonb, 'all', NULL::text[], NULL::uuid,
         NULL::uuid, '0'::integer, NULL, NULL, '{}'::jsonb,
         '{}'::jsonb, NULL::text[], 'bench'
    FROM head
   WHERE NOT 'false'::boolean OR EXISTS (SELECT FROM keyed)
  RETURNING index, created_at
),
sent AS (
  INSERT INTO participants AS p (
    room_id, participant_id, channel_id, display_name, role, status, identification, identity_id, candidates,
    connected_via, external_id, resolved_at, resolved_by, joined_at, metadata)
  SELECT h.room_id, NULL, d.channel_id, d.display_name, d.role, d.status, d.identification, d.identity_id,
         d.candidates, NULL::text[], d.external_id, d.resolved_at, d.resolved_by, clock_timestamp(), d.metadata
    FROM head h
   CROSS JOIN json_to_record(NULL::json) AS d (
           channel_id text, display_name text, role text, status text, identification text, identity_id text,
           candidates text[], external_id text, resolved_at timestamptz, resolved_by text, metadata jsonb)
   WHERE NULL::text IS NOT NULL
     AND NOT EXISTS (
           SELECT FROM participants known
            WHERE known.room_id = 'bench-' || :room AND known.participant_id = NULL
              AND known.connected_via @> NULL::text[])
  ON CONFLICT (room_id, participant_id) DO UPDATE
     SET connected_via = p.connected_via
           || ARRAY(SELECT via FROM unnest(excluded.connected_via) AS via WHERE via <> ALL (p.connected_via))
),
raised AS (
  UPDATE room_heads c
     SET next_index = h.next_index + 1,
         status = CASE h.status WHEN 'PAUSED' THEN 'ACTIVE' ELSE h.status END,
         status_since = CASE h.status WHEN 'PAUSED' THEN clock_timestamp() ELSE c.status_since END,
         last_activity = clock_timestamp()
    FROM head h, inserted i
   WHERE c.room_id = h.room_id
)
SELECT i.index, i.created_at
  FROM head LEFT JOIN inserted i ON true;
