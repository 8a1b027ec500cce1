package dev.turnwise.testkit.server;

import java.util.Locale;

/** What differs between operating systems. */
final class Platform {
  static final boolean WINDOWS =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

  private Platform() {}
}
