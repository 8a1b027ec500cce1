UPDATE bindings
   SET access = :access, muted = :muted, output_muted = :output_muted, visibility = :visibility,
       metadata = :metadata::jsonb
 WHERE room_id = :room_id AND channel_id = :channel_id
