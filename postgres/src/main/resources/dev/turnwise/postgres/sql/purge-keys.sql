DELETE FROM idempotency_keys
 WHERE key_hash IN (
         SELECT key_hash
           FROM idempotency_keys
          WHERE expires_at <= clock_timestamp()
          ORDER BY expires_at
          LIMIT :limit
            FOR UPDATE SKIP LOCKED)
