SELECT i.indisunique AND i.indisvalid
         AND i.indrelid = to_regclass('events')
         AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indnkeyatts = 2
         AND pg_get_indexdef(i.indexrelid, 1, false) = 'room_id'
         AND pg_get_indexdef(i.indexrelid, 2, false) = 'index' AS in_force
  FROM pg_index i
 WHERE i.indexrelid = to_regclass('idx_events_room_index')
