-- Who is using one of the tables, the longest at it first.
SELECT l.pid || ' (' || coalesce(nullif(a.application_name, ''), 'unnamed') || ')' AS holder
  FROM pg_locks l
  JOIN pg_class c ON c.oid = l.relation
  LEFT JOIN pg_stat_activity a ON a.pid = l.pid
 WHERE l.granted AND l.pid <> pg_backend_pid()
   AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
   AND c.relname = ANY (:names::text[])
 GROUP BY l.pid, a.application_name
 ORDER BY min(a.xact_start) NULLS LAST
 LIMIT 3
