WITH results AS (
  DELETE FROM delivery_results WHERE event_id = ANY (:ids::uuid[])
)
DELETE FROM events WHERE id = ANY (:ids::uuid[])
