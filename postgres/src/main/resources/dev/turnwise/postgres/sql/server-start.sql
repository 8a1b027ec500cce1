-- What any role may read. A restore or a fail-over always starts a server anew, but not every start is one of them.
SELECT 'start' || (extract(epoch FROM pg_postmaster_start_time()) * 1000000)::bigint AS identity, '0' AS timeline
