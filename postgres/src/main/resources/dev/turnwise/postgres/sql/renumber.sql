-- Renumbers the rooms that have duplicates, and moves what points into their timelines along.
--
-- Events, read markers and the delivery cursor are points on one line for each room. An event gets its place in the
-- order of (index, created_at, id); a marker or cursor stands where the events up to its old index end, so that nothing
-- behind it comes before it, and nothing before it falls behind.
WITH affected AS MATERIALIZED (
  SELECT DISTINCT room_id
    FROM (SELECT room_id FROM events GROUP BY room_id, index HAVING count(*) > 1) d
),
points AS (
  SELECT e.room_id, e.index, e.created_at, e.id, NULL::text AS channel_id
    FROM events e JOIN affected USING (room_id)
  UNION ALL
  SELECT m.room_id, m.index, NULL, NULL, m.channel_id
    FROM read_markers m JOIN affected USING (room_id)
  UNION ALL
  SELECT h.room_id, h.delivered_index, NULL, NULL, NULL
    FROM room_heads h JOIN affected USING (room_id)
),
mapped AS MATERIALIZED (
  SELECT room_id, id, channel_id, index AS old,
         row_number() OVER (PARTITION BY room_id, id IS NULL ORDER BY index, created_at, id) - 1 AS place,
         -- With its peers: all events up to and at this index.
         count(id) OVER (PARTITION BY room_id ORDER BY index) - 1 AS last
    FROM points
),
-- Once the holes are closed, an event that was removed has no index any more; were it still listed, a later loss of
-- what stands there now would look like that removal. The ids of removed events stay.
renumbered AS (
  UPDATE events e
     SET index = m.place,
         content = CASE WHEN e.type = 'EVENT_DELETED' AND e.content #> '{data,removed_indices}' IS NOT NULL
                        THEN jsonb_set(e.content, '{data,removed_indices}', '[]')
                        ELSE e.content END
    FROM mapped m
   WHERE e.id = m.id
     AND (e.index <> m.place
          OR e.type = 'EVENT_DELETED' AND e.content #> '{data,removed_indices}' <> '[]')
  RETURNING m.old <> m.place AS moved
),
marked AS (
  UPDATE read_markers r
     SET index = m.last
    FROM mapped m
   WHERE r.room_id = m.room_id AND r.channel_id = m.channel_id AND r.index <> m.last AND m.last >= 0
  RETURNING r.room_id
),
-- -1 is the absence of a marker.
unmarked AS (
  DELETE FROM read_markers r
   USING mapped m
   WHERE r.room_id = m.room_id AND r.channel_id = m.channel_id AND m.last < 0
  RETURNING r.room_id
),
counted AS (
  SELECT room_id, count(id) AS events, max(last) FILTER (WHERE id IS NULL AND channel_id IS NULL) AS cursor
    FROM mapped
   GROUP BY room_id
),
-- What was decided or claimed on the old numbering is refused from now on (R1), and clients begin anew.
headed AS (
  UPDATE room_heads h
     SET next_index = c.events, delivered_index = c.cursor, delivery_epoch = delivery_epoch + 1, redeliveries = 0,
         config_version = config_version + 1, timeline_epoch = timeline_epoch + 1
    FROM counted c
   WHERE h.room_id = c.room_id
  RETURNING h.room_id
)
SELECT (SELECT count(*) FROM renumbered WHERE moved) AS moved_events,
       (SELECT count(*) FROM marked) + (SELECT count(*) FROM unmarked) AS moved_markers
