-- One process at a time brings this schema up to date. The first number keeps these keys apart from all others.
SELECT current_schema() AS schema, pg_advisory_xact_lock(1414877769, hashtext(coalesce(current_schema(), '')))::text
