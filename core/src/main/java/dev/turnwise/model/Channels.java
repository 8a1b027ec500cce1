package dev.turnwise.model;

import java.util.Set;

/** Channel ids with a meaning of their own. */
public final class Channels {
  /**
   * Source of the events that the framework itself writes; no channel can be registered under it.
   */
  public static final String SYSTEM = "system";

  /** Words of the visibility grammar, which no channel id may equal. */
  static final Set<String> VISIBILITY_KEYWORDS = Set.of("all", "none", "transport", "intelligence");

  private Channels() {}
}
