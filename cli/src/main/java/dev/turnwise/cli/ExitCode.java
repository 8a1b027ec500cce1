package dev.turnwise.cli;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.testkit.history.HistoryFileException;

/** Exit codes of all commands; the help of each lists them. */
final class ExitCode {
  static final int OK = 0;
  static final int VIOLATED = 1;
  static final int USAGE = 2;
  static final int ENVIRONMENT = 3;
  static final int DATABASE = 4;
  static final int INTERNAL = 70;

  private ExitCode() {}

  static int of(Throwable failure) {
    return failure instanceof TurnwiseException typed ? of(typed) : INTERNAL;
  }

  private static int of(TurnwiseException failure) {
    return switch (failure.code()) {
      case INVALID_INPUT -> USAGE;
      case STORE_UNAVAILABLE, OUTCOME_UNKNOWN, PROCESS_TIMEOUT, OVERLOADED, SCHEMA -> DATABASE;
      case CONFIGURATION -> ofConfiguration(failure);
      default -> INTERNAL;
    };
  }

  private static int ofConfiguration(TurnwiseException failure) {
    if (failure instanceof HistoryFileException) {
      return USAGE;
    }
    boolean address =
        failure instanceof ConfigurationException
            && String.valueOf(failure.details().get("key")).endsWith("dsn");
    return address ? DATABASE : ENVIRONMENT;
  }
}
