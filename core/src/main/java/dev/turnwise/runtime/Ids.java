package dev.turnwise.runtime;

import java.util.UUID;

/** Where new ids come from; injected, so that a simulator can make them repeatable. Thread-safe. */
@FunctionalInterface
public interface Ids {

  /** A new id; ids made later sort behind earlier ones of the same process. */
  UUID next();
}
