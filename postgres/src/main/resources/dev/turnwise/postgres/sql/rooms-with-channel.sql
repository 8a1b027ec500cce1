SELECT r.*, h.status, h.next_index, h.delivered_index, h.last_activity, h.timeline_epoch
  FROM bindings b
  JOIN rooms r ON r.room_id = b.room_id
  JOIN room_heads h ON h.room_id = b.room_id
 WHERE b.organization_id = :organization_id AND b.channel_id = :channel_id AND b.detached_at IS NULL
   AND (:status::text IS NULL OR h.status = :status)
   AND (b.room_created_at, b.room_id) < (
         SELECT created_at, room_id FROM rooms WHERE room_id = :after
         UNION ALL
         SELECT 'infinity', '' WHERE :after::text IS NULL)
 ORDER BY b.room_created_at DESC, b.room_id DESC
 LIMIT :limit
