-- What the gates of a room decide from, in one snapshot: as snapshot.sql, and in the first row those of the keys that
-- are owned and not expired.
SELECT h.status, h.gated, h.config_version, h.next_index, r.organization_id, r.agent_response_policy, b.*,
       CASE WHEN row_number() OVER (ORDER BY b.attach_order) = 1 THEN (
         SELECT array_agg(encode(k.key_hash, 'hex'))
           FROM idempotency_keys k
          WHERE k.key_hash = ANY (:key_hashes::bytea[])
            AND k.expires_at > clock_timestamp()
       ) END AS owned_keys
  FROM room_heads h
  JOIN rooms r ON r.room_id = h.room_id
  LEFT JOIN bindings b ON b.room_id = h.room_id
 WHERE h.room_id = :room_id
 ORDER BY b.attach_order
