package dev.turnwise.cli;

import picocli.CommandLine.Option;

/** For commands that print results. */
final class JsonOption {
  static final String NAME = "--json";

  @Option(
      names = NAME,
      description =
          "Print the result as one JSON object; an error as {\"error\": code, \"message\": …}, also on standard output.")
  boolean json;
}
