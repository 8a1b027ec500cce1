-- Events of one room or of several. With several, a head that is locked by somebody else is skipped; a single room
-- waits for it: {{if_locked}}.
WITH wanted AS MATERIALIZED (
  SELECT *
    FROM unnest(
           :room_ids::text[], :opens::boolean[], :ungateds::boolean[], :config_versions::bigint[],
           :next_indices::bigint[], :turn_fences::bigint[], :step_froms::bigint[], :step_tos::bigint[],
           :step_epochs::bigint[]
         ) WITH ORDINALITY AS w (
           room_id, open, ungated, config_version, next_index, turn_fence, step_from, step_to, step_epoch, room_ord
         )
),
head AS MATERIALIZED (
  -- R1: every condition is here, on the row that this locks, and nowhere else. A lateral look-up, so that a plan made
  -- while there were few rooms never scans them all; rooms come sorted, so heads are locked in the order of their ids.
  SELECT w.room_ord, w.step_to, h.room_id, h.next_index
    FROM wanted w
   CROSS JOIN LATERAL (
           SELECT room_id, next_index
             FROM room_heads
            WHERE room_id = w.room_id
              AND (NOT w.open OR status IN ('ACTIVE', 'PAUSED'))
              AND (NOT w.ungated OR NOT gated)
              AND config_version = coalesce(w.config_version, config_version)
              AND next_index = coalesce(w.next_index, next_index)
              AND turn_fence = coalesce(w.turn_fence, turn_fence)
              AND delivered_index = coalesce(w.step_from, delivered_index)
              AND delivery_epoch = coalesce(w.step_epoch, delivery_epoch)
              AND next_index > coalesce(w.step_to, -1)
              FOR NO KEY UPDATE {{if_locked}}
         ) h
),
message AS MATERIALIZED (
  SELECT h.room_id, h.next_index, m.*
    FROM unnest(:message_rooms::bigint[], :ids::text[], :key_hashes::bytea[], :payload_hashes::text[], :expires_us::bigint[],
                :leader_hashes::bytea[])
           WITH ORDINALITY AS m (room_ord, id, key_hash, payload_hash, expires_us, leader_hash, ord)
    JOIN head h ON h.room_ord = m.room_ord
),
-- R2: keys after the heads, in key order; of a key that is owned nothing is changed.
keyed AS (
  INSERT INTO idempotency_keys AS k (key_hash, event_id, room_id, payload_hash, expires_at)
  SELECT key_hash, id::uuid, room_id, payload_hash, clock_timestamp() + expires_us * interval '1 microsecond'
    FROM message
   WHERE key_hash IS NOT NULL
   ORDER BY key_hash
  ON CONFLICT (key_hash) DO UPDATE
     SET event_id = excluded.event_id, room_id = excluded.room_id, payload_hash = excluded.payload_hash,
         expires_at = excluded.expires_at
   WHERE k.expires_at <= clock_timestamp()
  RETURNING key_hash
),
-- R2: only what is new is numbered, and next_index grows by what is numbered. What a hook injected (leader_hash: the key
-- of the event that it was asked about) is new only with that event: another room may own the key by now.
fresh AS MATERIALIZED (
  SELECT ord, id::uuid AS id, room_ord, room_id,
         next_index + row_number() OVER (PARTITION BY room_ord ORDER BY ord) - 1 AS index,
         clock_timestamp() AS created_at
    FROM message
   WHERE (key_hash IS NULL OR key_hash IN (SELECT key_hash FROM keyed))
     AND (leader_hash IS NULL OR leader_hash IN (SELECT key_hash FROM keyed))
),
inserted AS (
  INSERT INTO events (
    id, room_id, index, created_at, type, status, blocked_by, source_channel_id, source_channel_type, source_direction,
    participant_id, external_id, provider, provider_message_id, raw_payload, content, visibility, addressed_to,
    parent_event_id, root_event_id, chain_depth, correlation_id, idempotency_key, metadata, channel_data, targets,
    committed_by)
  SELECT f.id, f.room_id, f.index, f.created_at, e.type, e.status, e.blocked_by, e.source_channel_id,
         e.source_channel_type, e.source_direction, e.participant_id, e.external_id, e.provider, e.provider_message_id,
         e.raw_payload, e.content::jsonb, e.visibility, e.addressed_to::text[], e.parent_event_id::uuid,
         e.root_event_id::uuid, e.chain_depth::integer, e.correlation_id, e.idempotency_key, e.metadata::jsonb,
         e.channel_data::jsonb, e.targets::text[], e.committed_by
    FROM unnest(
           :types::text[], :statuses::text[], :blocked_bys::text[], :source_channel_ids::text[],
           :source_channel_types::text[], :source_directions::text[], :participant_ids::text[], :external_ids::text[],
           :providers::text[], :provider_message_ids::text[], :raw_payloads::text[], :contents::text[],
           :visibilities::text[], :addressed_tos::text[], :parent_event_ids::text[], :root_event_ids::text[],
           :chain_depths::bigint[], :correlation_ids::text[], :idempotency_keys::text[], :metadatas::text[],
           :channel_datas::text[], :targetses::text[], :committed_bys::text[]
         ) WITH ORDINALITY AS e (
           type, status, blocked_by, source_channel_id, source_channel_type, source_direction, participant_id,
           external_id, provider, provider_message_id, raw_payload, content, visibility, addressed_to, parent_event_id,
           root_event_id, chain_depth, correlation_id, idempotency_key, metadata, channel_data, targets, committed_by,
           ord)
    JOIN fresh f ON f.ord = e.ord
),
-- A sender that is known with all of these channels costs one look and no write.
sent AS (
  INSERT INTO participants AS p (
    room_id, participant_id, channel_id, display_name, role, status, identification, identity_id, candidates,
    connected_via, external_id, resolved_at, resolved_by, joined_at, metadata)
  SELECT s.room_id, s.sender_id, d.channel_id, d.display_name, d.role, d.status, d.identification, d.identity_id,
         d.candidates, s.via, d.external_id, d.resolved_at, d.resolved_by, clock_timestamp(), d.metadata
    FROM (SELECT h.room_id, s.sender_id, s.via::text[] AS via, s.sender
            FROM unnest(:sender_rooms::bigint[], :sender_ids::text[], :sender_vias::text[], :senders::text[])
                   WITH ORDINALITY AS s (room_ord, sender_id, via, sender, ord)
            JOIN head h ON h.room_ord = s.room_ord
            LEFT JOIN LATERAL (
                   SELECT connected_via FROM participants
                    WHERE room_id = h.room_id AND participant_id = s.sender_id
                    OFFSET 0
                 ) known ON true
           WHERE (known.connected_via @> s.via::text[]) IS NOT TRUE
           ORDER BY s.ord
         ) s
   CROSS JOIN LATERAL json_to_record(s.sender::json) AS d (
           channel_id text, display_name text, role text, status text, identification text, identity_id text,
           candidates text[], external_id text, resolved_at timestamptz, resolved_by text, metadata jsonb)
  ON CONFLICT (room_id, participant_id) DO UPDATE
     SET connected_via = p.connected_via
           || ARRAY(SELECT via FROM unnest(excluded.connected_via) AS via WHERE via <> ALL (p.connected_via))
),
counted AS (
  SELECT h.room_id, h.step_to, h.next_index, count(f.ord) AS events
    FROM head h LEFT JOIN fresh f ON f.room_ord = h.room_ord
   GROUP BY h.room_id, h.step_to, h.next_index
),
raised AS (
  UPDATE room_heads h
     SET next_index = c.next_index + c.events,
         status = CASE WHEN c.events > 0 AND h.status = 'PAUSED' THEN 'ACTIVE' ELSE h.status END,
         status_since = CASE WHEN c.events > 0 AND h.status = 'PAUSED' THEN clock_timestamp() ELSE h.status_since END,
         last_activity = CASE WHEN c.events > 0 THEN clock_timestamp() ELSE h.last_activity END,
         delivered_index = coalesce(c.step_to, h.delivered_index),
         redeliveries = CASE WHEN c.step_to IS NULL THEN h.redeliveries ELSE 0 END
    FROM counted c
   WHERE h.room_id = c.room_id AND (c.events > 0 OR c.step_to IS NOT NULL)
)
SELECT w.room_ord, h.room_id IS NOT NULL AS locked, f.ord, f.index, f.created_at,
       -- Only for a room that was not locked: whether it was for its conditions or for somebody else's lock.
       h.room_id IS NULL AND EXISTS (
         SELECT FROM room_heads p
          WHERE p.room_id = w.room_id
            AND (NOT w.open OR p.status IN ('ACTIVE', 'PAUSED'))
            AND (NOT w.ungated OR NOT p.gated)
            AND p.config_version = coalesce(w.config_version, p.config_version)
            AND p.next_index = coalesce(w.next_index, p.next_index)
            AND p.turn_fence = coalesce(w.turn_fence, p.turn_fence)
            AND p.delivered_index = coalesce(w.step_from, p.delivered_index)
            AND p.delivery_epoch = coalesce(w.step_epoch, p.delivery_epoch)
            AND p.next_index > coalesce(w.step_to, -1)
       ) AS looks_free
  FROM wanted w
  LEFT JOIN head h ON h.room_ord = w.room_ord
  LEFT JOIN fresh f ON f.room_ord = w.room_ord
