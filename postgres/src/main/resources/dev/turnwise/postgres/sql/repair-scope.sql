SELECT coalesce(sum(copies - 1), 0)::bigint AS duplicate_rows, count(DISTINCT room_id) AS rooms
  FROM (SELECT room_id, count(*) AS copies FROM events GROUP BY room_id, index HAVING count(*) > 1) d
