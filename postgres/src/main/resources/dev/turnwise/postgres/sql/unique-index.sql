SELECT i.indisunique AND i.indisvalid AND i.indimmediate AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indnkeyatts = 2
         AND i.indrelid = to_regclass('events')
         AND pg_get_indexdef(i.indexrelid, 1, false) = 'room_id'
         AND pg_get_indexdef(i.indexrelid, 2, false) = 'index' AS in_force,
       i.indisvalid AS is_usable
  FROM pg_index i
 WHERE i.indexrelid = to_regclass('idx_events_room_index')
