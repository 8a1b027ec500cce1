INSERT INTO events (
  id, room_id, index, created_at, type, status, blocked_by, source_channel_id, source_channel_type, source_direction,
  participant_id, external_id, provider, provider_message_id, raw_payload, content, visibility, addressed_to,
  parent_event_id, root_event_id, chain_depth, correlation_id, idempotency_key, metadata, channel_data, targets,
  committed_by)
VALUES (
  :id, :room_id, :index, clock_timestamp(), :type, :status, :blocked_by, :source_channel_id, :source_channel_type,
  :source_direction, :participant_id, :external_id, :provider, :provider_message_id, :raw_payload, :content::jsonb,
  :visibility, :addressed_to::text[], :parent_event_id, :root_event_id, :chain_depth, :correlation_id,
  :idempotency_key, :metadata::jsonb, :channel_data::jsonb, :targets::text[], :committed_by)
RETURNING created_at
