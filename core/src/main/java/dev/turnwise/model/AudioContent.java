package dev.turnwise.model;

import org.jspecify.annotations.Nullable;

/**
 * A recording.
 *
 * @param url its address, or a {@code data:} URI
 * @param durationSeconds its length
 * @param mimeType its type, for example {@code audio/ogg}
 * @param sizeBytes its size
 * @param transcript what is said in it
 */
public record AudioContent(
    String url,
    @Nullable Double durationSeconds,
    String mimeType,
    @Nullable Long sizeBytes,
    @Nullable String transcript)
    implements EventContent {
  public AudioContent {
    Checks.requireFilled("content.url", url);
    durationSeconds = Checks.optionalAmount("content.duration_seconds", durationSeconds);
    Checks.requireId("content.mime_type", mimeType);
    Checks.optionalNotNegative("content.size_bytes", sizeBytes);
    Checks.optionalText("content.transcript", transcript);
  }
}
