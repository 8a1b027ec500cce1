SELECT r.room_id
  FROM participants p
  JOIN room_heads h ON h.room_id = p.room_id AND h.status IN ('ACTIVE', 'PAUSED')
  JOIN rooms r ON r.room_id = p.room_id AND r.organization_id = :organization_id
 WHERE p.participant_id = :sender_id
   AND p.status NOT IN ('LEFT', 'BANNED')
   AND EXISTS (
         SELECT FROM bindings b
          WHERE b.room_id = p.room_id AND b.detached_at IS NULL AND b.channel_type = :channel_type
            AND (b.channel_id = p.channel_id OR b.channel_id = ANY (p.connected_via)))
 ORDER BY r.created_at DESC, r.room_id DESC
 LIMIT 1
