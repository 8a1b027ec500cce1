SELECT e.*,
       (SELECT json_object_agg(d.channel_id, d.result) FROM delivery_results d WHERE d.event_id = e.id)
         AS delivery_results
  FROM events e
 WHERE e.id = ANY (:ids::uuid[])
 ORDER BY e.index
