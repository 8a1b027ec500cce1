-- Head and configuration in one snapshot: one row a binding, or one without binding.
SELECT h.status, h.gated, h.config_version, h.next_index, r.organization_id, r.agent_response_policy, b.*
  FROM room_heads h
  JOIN rooms r ON r.room_id = h.room_id
  LEFT JOIN bindings b ON b.room_id = h.room_id
 WHERE h.room_id = :room_id
 ORDER BY b.attach_order
