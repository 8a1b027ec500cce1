package dev.turnwise.store;

import org.jspecify.annotations.Nullable;

/**
 * How a conversation outside leads to a room.
 *
 * @param address the chat's address where the provider has one, else the sender's
 */
public record Route(@Nullable String organizationId, String channelId, String address) {}
