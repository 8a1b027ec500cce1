INSERT INTO routes (organization_id, channel_id, address, room_id)
VALUES (:organization_id, :channel_id, :address, :room_id)
ON CONFLICT (organization_id, channel_id, address) DO NOTHING
