-- Which server this is, and on which of its timelines: a restored backup and a promoted standby have others.
SELECT s.system_identifier::text AS identity,
       CASE WHEN pg_is_in_recovery() THEN lpad(to_hex(c.timeline_id), 8, '0')
            ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)
       END AS timeline
  FROM pg_control_system() s, pg_control_checkpoint() c
