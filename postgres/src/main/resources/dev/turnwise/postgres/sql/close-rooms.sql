-- Conversations outside no longer lead to a room that refuses events.
WITH routes AS (
  DELETE FROM routes WHERE room_id = ANY (:room_ids::text[])
)
UPDATE bindings SET findable = false WHERE room_id = ANY (:room_ids::text[]) AND findable
