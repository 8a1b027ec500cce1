-- A lower bound of the moment when a timer can next be due. A paused room may be woken by any commit, which does not
-- come by here, so its silence may begin at any time from now on; it is looked at again no more than once a second.
UPDATE rooms r
   SET timer_check_at =
         CASE h.status
           WHEN 'ACTIVE' THEN
             greatest(h.last_activity, h.status_since) + r.inactive_after_ns / 1000 * interval '1 microsecond'
           WHEN 'PAUSED' THEN
             least(
               h.status_since + r.closed_after_ns / 1000 * interval '1 microsecond',
               clock_timestamp() + greatest(r.inactive_after_ns / 1000, 1000000) * interval '1 microsecond')
         END
  FROM room_heads h
 WHERE r.room_id = ANY (:room_ids::text[]) AND h.room_id = r.room_id
