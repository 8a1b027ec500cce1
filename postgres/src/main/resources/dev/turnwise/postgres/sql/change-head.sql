-- A marker takes an index, but is no activity: it neither wakes a room nor puts its timers off.
UPDATE room_heads
   SET next_index = next_index + :markers,
       config_version = config_version + :config_changes,
       status = :status,
       status_since = CASE WHEN status = :status THEN status_since ELSE clock_timestamp() END
 WHERE room_id = :room_id
