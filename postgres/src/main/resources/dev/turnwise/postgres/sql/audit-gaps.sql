-- Holes in front of events, less what EVENT_DELETED events list. What is missing at the end is for audit-counters.sql.
WITH neighbours AS (
  SELECT room_id, index, lag(index, 1, -1::bigint) OVER (PARTITION BY room_id ORDER BY index) AS previous
    FROM events
),
holes AS (
  SELECT room_id, previous + 1 AS first, index - 1 AS last FROM neighbours WHERE index > previous + 1
),
removed AS (
  SELECT DISTINCT e.room_id, (listed #>> '{}')::numeric AS index
    FROM events e
   CROSS JOIN LATERAL jsonb_path_query(e.content, '$.data.removed_indices[*] ? (@.type() == "number")') AS listed
   WHERE e.type = 'EVENT_DELETED'
),
gaps AS (
  SELECT h.room_id, h.first, h.last, h.last - h.first + 1 - count(r.index) AS missing
    FROM holes h
    LEFT JOIN removed r ON r.room_id = h.room_id AND r.index BETWEEN h.first AND h.last
   GROUP BY h.room_id, h.first, h.last
)
SELECT room_id, first, last, missing, sum(missing) OVER () AS total
  FROM gaps
 WHERE missing > 0
 ORDER BY room_id, first
 LIMIT :findings
