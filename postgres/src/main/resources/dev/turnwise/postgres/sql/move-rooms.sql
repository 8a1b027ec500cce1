UPDATE rooms r
   SET updated_at = clock_timestamp(),
       closed_at = CASE WHEN h.status IN ('ACTIVE', 'PAUSED') THEN NULL ELSE coalesce(r.closed_at, clock_timestamp()) END
  FROM room_heads h
 WHERE r.room_id = ANY (:room_ids::text[]) AND h.room_id = r.room_id
