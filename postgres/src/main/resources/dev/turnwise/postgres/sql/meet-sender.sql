INSERT INTO participants AS p (
  room_id, participant_id, channel_id, display_name, role, status, identification, identity_id, candidates,
  connected_via, external_id, resolved_at, resolved_by, joined_at, metadata)
VALUES (
  :room_id, :participant_id, :channel_id, :display_name, :role, :status, :identification, :identity_id,
  :candidates::text[], :connected_via::text[], :external_id, :resolved_at, :resolved_by, clock_timestamp(),
  :metadata::jsonb)
ON CONFLICT (room_id, participant_id) DO UPDATE
   SET connected_via = p.connected_via
         || ARRAY(SELECT via FROM unnest(excluded.connected_via) AS via WHERE via <> ALL (p.connected_via))
