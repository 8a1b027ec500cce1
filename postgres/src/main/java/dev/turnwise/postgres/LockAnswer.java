package dev.turnwise.postgres;

import dev.turnwise.error.TurnwiseException;

/** What became of asking the server for a key. */
sealed interface LockAnswer {

  /** It is held now. */
  record Granted(Hold hold) implements LockAnswer {}

  /** Somebody else holds it, or waits for it. */
  record NotGranted() implements LockAnswer {}

  /** The server could not be asked. */
  record Failed(TurnwiseException reason) implements LockAnswer {}
}
