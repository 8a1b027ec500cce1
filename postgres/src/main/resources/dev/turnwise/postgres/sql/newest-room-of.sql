-- From the sender's rooms, which are few, to the rest by primary keys. OFFSET 0 keeps it so: walking all rooms from the
-- newest on looks cheaper to a planner that expects to find one at once, and is not for a sender who has none.
SELECT p.room_id
  FROM participants p
 CROSS JOIN LATERAL (SELECT * FROM rooms WHERE room_id = p.room_id OFFSET 0) r
 CROSS JOIN LATERAL (SELECT * FROM room_heads WHERE room_id = p.room_id OFFSET 0) h
 WHERE p.participant_id = :sender_id
   AND p.status NOT IN ('LEFT', 'BANNED')
   AND r.organization_id = :organization_id
   AND h.status IN ('ACTIVE', 'PAUSED')
   AND EXISTS (
         SELECT FROM (SELECT * FROM bindings WHERE room_id = p.room_id OFFSET 0) b
          WHERE b.detached_at IS NULL AND b.channel_type = :channel_type
            AND (b.channel_id = p.channel_id OR b.channel_id = ANY (p.connected_via)))
 ORDER BY r.created_at DESC, p.room_id DESC
 LIMIT 1
