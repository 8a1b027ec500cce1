SELECT k.key_hash, k.event_id, k.payload_hash, e.*,
       (SELECT json_object_agg(d.channel_id, d.result) FROM delivery_results d WHERE d.event_id = e.id)
         AS delivery_results
  FROM idempotency_keys k
  LEFT JOIN events e ON e.id = k.event_id AND e.room_id = k.room_id
 WHERE k.key_hash = ANY (:key_hashes::bytea[])
   AND k.expires_at > clock_timestamp()
