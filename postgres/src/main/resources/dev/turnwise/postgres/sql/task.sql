SELECT * FROM tasks WHERE room_id = :room_id AND task_id = :task_id
