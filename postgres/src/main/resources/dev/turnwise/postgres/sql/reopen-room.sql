-- Its routes went when it was closed, so all of its channels may be used to find it.
UPDATE bindings SET findable = detached_at IS NULL WHERE room_id = :room_id
