-- From the catalogue alone: functions that describe an index would wait for whoever has locked its table.
SELECT i.indisunique AND i.indisvalid AND i.indimmediate AND i.indpred IS NULL
         AND i.indrelid = to_regclass('events')
         AND (SELECT array_agg(a.attname::text ORDER BY k.position)
                FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k (attnum, position)
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.attnum
               WHERE k.position <= i.indnkeyatts) = ARRAY['room_id', 'index'] AS in_force,
       i.indisvalid AS is_usable
  FROM pg_index i
 WHERE i.indexrelid = to_regclass('idx_events_room_index')
