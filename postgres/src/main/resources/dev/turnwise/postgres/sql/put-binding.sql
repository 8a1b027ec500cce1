-- Attached, or attached again after having been detached: then it moves to the end of the room's order.
INSERT INTO bindings (
  room_id, channel_id, channel_type, category, direction, access, muted, output_muted, visibility, participant_id,
  attached_at, attach_order, capabilities, rate_limit, retry_policy, metadata, organization_id, room_created_at,
  findable)
SELECT r.room_id, :channel_id, :channel_type, :category, :direction, :access, :muted, :output_muted, :visibility,
       :participant_id, clock_timestamp(),
       (SELECT coalesce(max(attach_order), 0) + 1 FROM bindings WHERE room_id = :room_id),
       :capabilities::jsonb, :rate_limit::jsonb, :retry_policy::jsonb, :metadata::jsonb, r.organization_id,
       r.created_at,
       :is_open
         AND NOT EXISTS (SELECT FROM routes WHERE room_id = :room_id AND channel_id = :channel_id)
  FROM rooms r
 WHERE r.room_id = :room_id
ON CONFLICT (room_id, channel_id) DO UPDATE
   SET channel_type = excluded.channel_type, category = excluded.category, direction = excluded.direction,
       access = excluded.access, muted = excluded.muted, output_muted = excluded.output_muted,
       visibility = excluded.visibility, participant_id = excluded.participant_id, attached_at = excluded.attached_at,
       attach_order = excluded.attach_order, detached_at = NULL, capabilities = excluded.capabilities,
       rate_limit = excluded.rate_limit, retry_policy = excluded.retry_policy, metadata = excluded.metadata,
       findable = excluded.findable
