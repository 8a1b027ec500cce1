SELECT i.indisunique AND i.indisvalid AS in_force
  FROM pg_index i
 WHERE i.indexrelid = to_regclass('idx_events_room_index')
