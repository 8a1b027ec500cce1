package dev.turnwise.store;

import dev.turnwise.model.RoomEvent;
import java.util.Optional;
import java.util.UUID;

/**
 * Who owns an idempotency key.
 *
 * @param eventId the event stored under it
 * @param payloadHash digest of what its caller had sent
 * @param event the event, unless it has been deleted since
 */
public record KeyOwner(UUID eventId, String payloadHash, Optional<RoomEvent> event) {}
