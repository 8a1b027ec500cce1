INSERT INTO participants (
  room_id, participant_id, channel_id, display_name, role, status, identification, identity_id, candidates,
  connected_via, external_id, resolved_at, resolved_by, joined_at, metadata)
VALUES (
  :room_id, :participant_id, :channel_id, :display_name, :role, :status, :identification, :identity_id,
  :candidates::text[], :connected_via::text[], :external_id, :resolved_at, :resolved_by, clock_timestamp(),
  :metadata::jsonb)
ON CONFLICT (room_id, participant_id) DO UPDATE
   SET channel_id = excluded.channel_id, display_name = excluded.display_name, status = excluded.status,
       connected_via = excluded.connected_via
