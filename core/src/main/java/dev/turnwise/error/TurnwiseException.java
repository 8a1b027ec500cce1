package dev.turnwise.error;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Root of all errors that Turnwise throws on purpose.
 *
 * <p>The message names what was wrong, the limit and the remedy, and holds neither secrets nor a
 * driver's bare text; {@link #details()} carries the same facts as data. Immutable apart from what
 * {@link Throwable} itself allows.
 */
public abstract class TurnwiseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient Map<String, Object> details;

  protected TurnwiseException(
      ErrorCode code, String message, Map<String, Object> details, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  /** The stable code to match on. */
  public final ErrorCode code() {
    return code;
  }

  /** Facts about the error under snake_case keys, fit for JSON; empty after deserialisation. */
  public final Map<String, Object> details() {
    return details == null ? Map.of() : details;
  }
}
