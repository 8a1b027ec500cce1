SELECT room_id, index, count(*) AS copies, sum(count(*) - 1) OVER () AS total
  FROM events
 GROUP BY room_id, index
HAVING count(*) > 1
 ORDER BY room_id, index
 LIMIT :findings
