package dev.turnwise.model;

/**
 * How large the parts of one event may be, in bytes of UTF-8 JSON. The engine checks them; records
 * do not, since limits differ between deployments.
 *
 * @param maxContentBytes largest content
 * @param maxMetadataBytes largest metadata, and largest channel data
 * @param maxRawPayloadBytes largest provider payload, in bytes of UTF-8
 */
public record Limits(int maxContentBytes, int maxMetadataBytes, int maxRawPayloadBytes) {
  /** 256 KiB of content, 64 KiB of metadata, 1 MiB of raw payload. */
  public static final Limits DEFAULT = new Limits(262_144, 65_536, 1_048_576);

  public Limits {
    Checks.requireRange("limits.max_content_bytes", maxContentBytes, 1, Integer.MAX_VALUE);
    Checks.requireRange("limits.max_metadata_bytes", maxMetadataBytes, 1, Integer.MAX_VALUE);
    Checks.requireRange("limits.max_raw_payload_bytes", maxRawPayloadBytes, 1, Integer.MAX_VALUE);
  }

  public Limits withMaxContentBytes(int bytes) {
    return new Limits(bytes, maxMetadataBytes, maxRawPayloadBytes);
  }

  public Limits withMaxMetadataBytes(int bytes) {
    return new Limits(maxContentBytes, bytes, maxRawPayloadBytes);
  }

  public Limits withMaxRawPayloadBytes(int bytes) {
    return new Limits(maxContentBytes, maxMetadataBytes, bytes);
  }
}
