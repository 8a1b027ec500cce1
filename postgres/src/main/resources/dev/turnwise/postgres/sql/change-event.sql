UPDATE events
   SET content = :content::jsonb, metadata = :metadata::jsonb, source_channel_id = :source_channel_id,
       source_channel_type = :source_channel_type, source_direction = :source_direction,
       participant_id = :participant_id, external_id = :external_id, provider = :provider,
       provider_message_id = :provider_message_id, raw_payload = :raw_payload
 WHERE id = :id
