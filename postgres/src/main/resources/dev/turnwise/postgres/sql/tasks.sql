SELECT *
  FROM tasks
 WHERE room_id = :room_id
   AND (:status::text IS NULL OR status = :status)
 ORDER BY created_order
