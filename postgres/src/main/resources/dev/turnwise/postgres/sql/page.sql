-- A page in one snapshot. {{path}} chooses the index that leads to the events: each comes in index order, so a page
-- costs the same in a timeline of ten events as in one of a million, and the limit counts what the reader may see.
SELECT h.next_index AS timeline_end, h.timeline_epoch, e.*,
       (SELECT json_object_agg(d.channel_id, d.result) FROM delivery_results d WHERE d.event_id = e.id)
         AS delivery_results
  FROM room_heads h
  LEFT JOIN bindings b ON b.room_id = :room_id AND b.channel_id = :reader
  LEFT JOIN LATERAL (
         SELECT *
           FROM events
          WHERE room_id = :room_id
            AND {{path}}
            AND index {{beyond}} :index
            AND (:types::text[] IS NULL OR type = ANY (:types::text[]))
            AND (:reader::text IS NULL
                 OR source_channel_id = :reader
                 OR b.detached_at IS NULL AND b.access IN ('READ_WRITE', 'READ_ONLY')
                    AND status <> 'BLOCKED'
                    AND (visibility = 'all'
                         OR visibility = 'transport' AND b.category = 'TRANSPORT'
                         OR visibility = 'intelligence' AND b.category = 'INTELLIGENCE'
                         OR b.channel_id = ANY (string_to_array(visibility, ','))))
          ORDER BY index {{order}}
          LIMIT :limit
       ) e ON true
 WHERE h.room_id = :room_id
 ORDER BY e.index {{order}}
