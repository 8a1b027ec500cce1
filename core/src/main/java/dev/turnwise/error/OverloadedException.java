package dev.turnwise.error;

import java.util.Map;

/**
 * The process holds as much work as it may. Nothing was stored; repeating after a pause is safe.
 */
public final class OverloadedException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param what the exhausted resource, for example {@code the commit queue}
   * @param setting name of the setting that bounds it
   * @param limit its value
   */
  public OverloadedException(String what, String setting, long limit) {
    super(
        ErrorCode.OVERLOADED,
        what
            + " is full (limit: "
            + setting
            + " = "
            + limit
            + "): nothing was stored; repeat the call after a pause, or raise the limit",
        Map.of("resource", what, "setting", setting, "limit", limit),
        null);
  }
}
