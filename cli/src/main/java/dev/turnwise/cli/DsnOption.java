package dev.turnwise.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The address of a database. */
final class DsnOption {
  private static final String FORMS =
      "postgresql://user:password@host:port/database or jdbc:postgresql://host:port/database?user=…";

  private DsnOption() {}

  /** For commands that cannot go without. */
  static final class Required {
    @Option(
        names = "--dsn",
        paramLabel = "DSN",
        required = true,
        description = "The database: " + FORMS + ".")
    String dsn = "";
  }

  /** For commands that start a server of their own otherwise. */
  static final class Optional {
    @Option(
        names = "--dsn",
        paramLabel = "DSN",
        description = "A database to use instead of a server started for this run: " + FORMS + ".")
    @Nullable String dsn;
  }
}
