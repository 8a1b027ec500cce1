-- Settles who somebody is. The time is the database's, and only of what was resolved by somebody.
INSERT INTO participants AS p (
  room_id, participant_id, channel_id, display_name, role, status, identification, identity_id, candidates,
  connected_via, external_id, resolved_at, resolved_by, joined_at, metadata)
VALUES (
  :room_id, :participant_id, :channel_id, :display_name, :role, :status, :identification, :identity_id,
  :candidates::text[], :connected_via::text[], :external_id,
  CASE WHEN :resolved_by::text IS NOT NULL THEN clock_timestamp() END, :resolved_by, clock_timestamp(),
  :metadata::jsonb)
ON CONFLICT (room_id, participant_id) DO UPDATE
   SET display_name = coalesce(excluded.display_name, p.display_name), identification = excluded.identification,
       identity_id = excluded.identity_id, candidates = excluded.candidates, resolved_at = excluded.resolved_at,
       resolved_by = excluded.resolved_by
