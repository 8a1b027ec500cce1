WITH room AS (
  SELECT room_id FROM room_heads WHERE room_id = :room_id
),
added AS (
  INSERT INTO tasks (
    task_id, room_id, type, status, title, description, data, assigned_to, created_by, created_at, metadata)
  SELECT :task_id::uuid, room_id, :type, :status, :title, :description, :data::jsonb, :assigned_to, :created_by,
         clock_timestamp(), :metadata::jsonb
    FROM room
  ON CONFLICT (task_id) DO NOTHING
  RETURNING created_at
)
SELECT (SELECT created_at FROM added) AS created_at FROM room
