-- Who holds a lock that keeps others from reading one of the tables, or from changing its structure.
SELECT DISTINCT l.pid || ' (' || coalesce(nullif(a.application_name, ''), 'unnamed') || ', table ' || c.relname || ')' AS holder
  FROM pg_locks l
  JOIN pg_class c ON c.oid = l.relation
  LEFT JOIN pg_stat_activity a ON a.pid = l.pid
 WHERE l.granted AND l.pid <> pg_backend_pid()
   AND c.relname = ANY (:names::text[])
   AND l.mode IN ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')
 ORDER BY holder
