SELECT room_id FROM rooms WHERE timer_check_at <= clock_timestamp() ORDER BY timer_check_at LIMIT :limit
