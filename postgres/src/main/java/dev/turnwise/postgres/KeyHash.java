package dev.turnwise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The 64-bit numbers under which PostgreSQL knows locks, as it does not know names.
 *
 * <p>Every process must come to the same number, so it never changes. Two keys with one number
 * exclude each other, which is slow and never wrong; among a million it happens once in 37 million
 * deployments.
 */
final class KeyHash {

  private KeyHash() {}

  /** The number of a key in a namespace; neither holds U+0000, which stands between them. */
  static long of(String namespace, String key) {
    byte[] digest = sha256().digest((namespace + '\0' + key).getBytes(UTF_8));
    return ByteBuffer.wrap(digest).getLong();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
