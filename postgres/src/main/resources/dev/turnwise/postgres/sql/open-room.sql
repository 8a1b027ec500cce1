INSERT INTO rooms (
  room_id, organization_id, created_at, updated_at, inactive_after_ns, closed_after_ns, timer_check_at, metadata,
  agent_response_policy)
VALUES (
  :room_id, :organization_id, :created_at, :created_at, :inactive_after_ns, :closed_after_ns,
  :created_at::timestamptz + :inactive_after_ns::bigint / 1000 * interval '1 microsecond', :metadata::jsonb,
  :agent_response_policy)
