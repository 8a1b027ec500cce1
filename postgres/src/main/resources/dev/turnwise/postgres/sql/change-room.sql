UPDATE rooms
   SET updated_at = clock_timestamp(), metadata = :metadata::jsonb, agent_response_policy = :agent_response_policy,
       inactive_after_ns = :inactive_after_ns, closed_after_ns = :closed_after_ns
 WHERE room_id = :room_id
