-- From the catalogue's rows alone: pg_get_indexdef would wait for whoever has the table locked.
SELECT i.indisunique AND i.indisvalid AND i.indimmediate AND i.indrelid = to_regclass('events')
         AND i.indpred IS NULL AND i.indexprs IS NULL AND i.indnkeyatts = 2
         AND (SELECT array_agg(a.attname::text ORDER BY k.place)
                FROM unnest(i.indkey) WITH ORDINALITY AS k (number, place)
                JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
               WHERE k.place <= i.indnkeyatts) = '{room_id,index}' AS in_force,
       i.indisvalid AS is_usable
  FROM pg_index i
 WHERE i.indexrelid = to_regclass('idx_events_room_index')
