package dev.turnwise.model;

import org.jspecify.annotations.Nullable;

/**
 * A file or picture.
 *
 * @param url its address, or a {@code data:} URI
 * @param mimeType its type, for example {@code image/png}
 * @param filename its name
 * @param caption text to show with it
 * @param sizeBytes its size
 */
public record MediaContent(
    String url,
    String mimeType,
    @Nullable String filename,
    @Nullable String caption,
    @Nullable Long sizeBytes)
    implements EventContent {
  public MediaContent {
    Checks.requireFilled("content.url", url);
    Checks.requireId("content.mime_type", mimeType);
    Checks.optionalText("content.filename", filename);
    Checks.optionalText("content.caption", caption);
    Checks.optionalNotNegative("content.size_bytes", sizeBytes);
  }
}
