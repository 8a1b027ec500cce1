UPDATE tasks
   SET status = :to
 WHERE room_id = :room_id AND task_id = :task_id AND status = :expected
RETURNING *
