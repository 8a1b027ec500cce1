INSERT INTO delivery_results (event_id, channel_id, result)
SELECT * FROM unnest(:event_ids::uuid[], :channel_ids::text[], :results::text[]::jsonb[])
