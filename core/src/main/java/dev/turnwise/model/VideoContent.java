package dev.turnwise.model;

import org.jspecify.annotations.Nullable;

/**
 * A film.
 *
 * @param url its address, or a {@code data:} URI
 * @param durationSeconds its length
 * @param mimeType its type, for example {@code video/mp4}
 * @param sizeBytes its size
 * @param thumbnailUrl address of a picture of it
 */
public record VideoContent(
    String url,
    @Nullable Double durationSeconds,
    String mimeType,
    @Nullable Long sizeBytes,
    @Nullable String thumbnailUrl)
    implements EventContent {
  public VideoContent {
    Checks.requireFilled("content.url", url);
    durationSeconds = Checks.optionalAmount("content.duration_seconds", durationSeconds);
    Checks.requireId("content.mime_type", mimeType);
    Checks.optionalNotNegative("content.size_bytes", sizeBytes);
    Checks.optionalText("content.thumbnail_url", thumbnailUrl);
  }
}
