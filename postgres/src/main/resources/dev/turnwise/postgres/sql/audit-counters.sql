WITH ends AS (
  SELECT room_id, coalesce(e.last_index, -1) AS last_index, h.next_index, h.delivered_index
    FROM room_heads h
    FULL JOIN (SELECT room_id, max(index) AS last_index FROM events GROUP BY room_id) e USING (room_id)
),
judged AS (
  SELECT *,
         next_index IS DISTINCT FROM last_index + 1 AS counter_wrong,
         delivered_index NOT BETWEEN -1 AND last_index AS cursor_wrong
    FROM ends
)
SELECT room_id, last_index, next_index, delivered_index, counter_wrong, coalesce(cursor_wrong, false) AS cursor_wrong,
       count(*) FILTER (WHERE counter_wrong) OVER () AS counters_wrong,
       count(*) FILTER (WHERE cursor_wrong) OVER () AS cursors_wrong
  FROM judged
 WHERE counter_wrong OR cursor_wrong
 ORDER BY room_id
 LIMIT :findings
