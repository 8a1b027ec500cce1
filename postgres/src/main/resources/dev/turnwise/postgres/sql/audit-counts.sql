SELECT (SELECT count(*) FROM room_heads) AS rooms,
       (SELECT count(*) FROM events) AS events,
       (SELECT count(*)
          FROM events e
          JOIN room_heads h ON h.room_id = e.room_id
         WHERE e.targets IS NOT NULL AND e.index > h.delivered_index) AS undelivered
