WITH RECURSIVE thread AS (
  SELECT id FROM events WHERE room_id = :room_id AND id = :id
  UNION
  SELECT e.id FROM thread t JOIN events e ON e.room_id = :room_id AND e.parent_event_id = t.id
)
SELECT e.*,
       (SELECT json_object_agg(d.channel_id, d.result) FROM delivery_results d WHERE d.event_id = e.id)
         AS delivery_results
  FROM thread t JOIN events e ON e.id = t.id
 ORDER BY e.index
