package dev.turnwise.commit;

import dev.turnwise.error.TurnwiseException;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.InboundResult;
import java.util.List;

/** The certain end of a commit request. */
public sealed interface CommitResult {

  /**
   * There is a result.
   *
   * @param touched the events that its mutation changed or removed
   */
  record Done(InboundResult result, List<RoomEvent> touched) implements CommitResult {
    static Done of(InboundResult result) {
      return new Done(result, List.of());
    }
  }

  /** It is certain that nothing was stored. */
  record Failed(TurnwiseException failure) implements CommitResult {}
}
