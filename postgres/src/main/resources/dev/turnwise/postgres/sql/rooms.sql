SELECT r.*, h.status, h.next_index, h.delivered_index, h.last_activity, h.timeline_epoch
  FROM rooms r
  JOIN room_heads h ON h.room_id = r.room_id
 WHERE r.organization_id = :organization_id
   AND (:status::text IS NULL OR h.status = :status)
   AND (r.created_at, r.room_id) < (
         SELECT created_at, room_id FROM rooms WHERE room_id = :after
         UNION ALL
         SELECT 'infinity', '' WHERE :after::text IS NULL)
 ORDER BY r.created_at DESC, r.room_id DESC
 LIMIT :limit
