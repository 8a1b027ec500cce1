package dev.turnwise.error;

import java.util.Map;

/** The engine is closing or closed. Nothing was stored. */
public final class EngineClosedException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  public EngineClosedException() {
    super(
        ErrorCode.ENGINE_CLOSED,
        "the engine is closed: nothing was stored; use an open one",
        Map.of(),
        null);
  }
}
