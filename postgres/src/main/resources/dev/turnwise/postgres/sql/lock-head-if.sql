-- R1: every condition is here, on the row that this locks, and nowhere else.
SELECT status, gated, next_index
  FROM room_heads
 WHERE room_id = :room_id
   AND (NOT :open::boolean OR status IN ('ACTIVE', 'PAUSED'))
   AND (NOT :ungated::boolean OR NOT gated)
   AND config_version = coalesce(:config_version::bigint, config_version)
   AND next_index = coalesce(:next_index::bigint, next_index)
   AND turn_fence = coalesce(:turn_fence::bigint, turn_fence)
   AND delivered_index = coalesce(:step_from::bigint, delivered_index)
   AND delivery_epoch = coalesce(:step_epoch::bigint, delivery_epoch)
   AND next_index > coalesce(:step_to::bigint, -1)
   FOR NO KEY UPDATE
