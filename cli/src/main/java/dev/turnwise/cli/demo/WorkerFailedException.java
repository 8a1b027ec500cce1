package dev.turnwise.cli.demo;

import dev.turnwise.error.ErrorCode;
import dev.turnwise.error.TurnwiseException;
import java.util.Map;

/** A worker met an error that no other worker would escape, told under the code of that error. */
final class WorkerFailedException extends TurnwiseException {
  WorkerFailedException(ErrorCode code, String worker, String problem) {
    super(
        code,
        "worker " + worker + " " + problem,
        Map.of("worker", worker, "problem", problem),
        null);
  }

  /** With a code as a worker sends it. */
  static WorkerFailedException of(String code, String worker, String problem) {
    for (ErrorCode known : ErrorCode.values()) {
      if (known.wire().equals(code)) {
        return new WorkerFailedException(known, worker, problem);
      }
    }
    throw new IllegalStateException("worker " + worker + " " + problem);
  }
}
