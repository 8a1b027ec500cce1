package dev.turnwise.store;

import java.time.Duration;

/**
 * An idempotency key that an append wants to own.
 *
 * @param key the key
 * @param payloadHash digest of what the caller sent, so that a repeat with another payload can be
 *     told
 * @param expiresAfter for how long a repeat is recognised; counted by the store's clock from the
 *     commit on
 */
public record IdempotencyClaim(IdempotencyKey key, String payloadHash, Duration expiresAfter) {}
