package dev.turnwise;

import dev.turnwise.store.EventPage;

/** What a reader gets who comes back with a position. */
public sealed interface Resumption {

  /**
   * The position is one of this timeline: the page continues right behind it, without gap or
   * repeat.
   */
  record Resumed(EventPage page) implements Resumption {}

  /**
   * The position means nothing here: the timeline was repaired, restored or failed over since, or
   * never was that long. Read it from the start.
   */
  record Reset(String epoch, long latestIndex) implements Resumption {}
}
