-- R2: of a key that is owned nothing is changed.
INSERT INTO idempotency_keys AS k (key_hash, event_id, room_id, payload_hash, expires_at)
VALUES (:key_hash, :id, :room_id, :payload_hash, clock_timestamp() + :expires_us * interval '1 microsecond')
ON CONFLICT (key_hash) DO UPDATE
   SET event_id = excluded.event_id, room_id = excluded.room_id, payload_hash = excluded.payload_hash,
       expires_at = excluded.expires_at
 WHERE k.expires_at <= clock_timestamp()
