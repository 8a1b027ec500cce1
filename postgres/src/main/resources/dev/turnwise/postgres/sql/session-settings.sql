SELECT (extract(epoch FROM current_setting('lock_timeout')::interval) * 1000)::bigint AS lock_timeout_ms,
       (extract(epoch FROM current_setting('idle_in_transaction_session_timeout')::interval) * 1000)::bigint
         AS idle_in_transaction_ms
