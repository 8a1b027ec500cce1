SELECT max(version) AS version, max(min_reader) AS min_reader FROM schema_version
