package dev.turnwise.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A caller's idempotency key within its scope, as the hash that is stored: keys may be long, rows
 * stay narrow.
 *
 * @param hash SHA-256 of scope and key, 64 lower-case hexadecimal digits
 */
public record IdempotencyKey(String hash) {

  /**
   * A key of a caller that names the room; the same key through another channel of the room is the
   * same key.
   */
  public static IdempotencyKey inRoom(String roomId, String key) {
    return hashed("room", roomId, key);
  }

  /**
   * A key of a message that is routed. Providers number their messages per conversation, so the
   * scope is the conversation (organisation, channel, chat or sender address), known before there
   * is a room.
   */
  public static IdempotencyKey inConversation(
      @Nullable String organizationId, String channelId, String address, String key) {
    return hashed(
        organizationId == null ? "conversation" : "conversation of",
        organizationId,
        channelId,
        address,
        key);
  }

  private static IdempotencyKey hashed(@Nullable String... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (String part : parts) {
        if (part == null) {
          continue;
        }
        // The length in front keeps ("ab", "c") and ("a", "bc") apart.
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes);
      }
      return new IdempotencyKey(HexFormat.of().formatHex(digest.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
