package dev.turnwise.bench;

import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what pgbench prints at its end, in the forms that it has had since version 9.6. */
final class PgbenchOutput {
  private static final Pattern BEGINNING =
      Pattern.compile("(?m)^progress: (?<seconds>[0-9.]+) s, (?<rate>[0-9.]+) tps");
  private static final Pattern COUNT =
      Pattern.compile("(?m)^number of transactions actually processed: (?<count>[0-9]+)");
  private static final Pattern RATE =
      Pattern.compile(
          "(?m)^tps = (?<rate>[0-9.]+) \\("
              + "(?:without initial connection time|excluding connections establishing)");

  /** A run shorter than this many of its beginnings says more about the beginning. */
  private static final double FEWEST_BEGINNINGS = 1.5;

  private PgbenchOutput() {}

  /**
   * Transactions a second behind the first progress report. On a machine so busy that this comes
   * late, those of the whole run; 0 if nothing was done; empty if the output does not say.
   */
  static OptionalDouble rate(String output) {
    Matcher count = COUNT.matcher(output);
    Matcher rate = RATE.matcher(output);
    if (!count.find()) {
      return OptionalDouble.empty();
    }
    double transactions = number(count, "count");
    if (transactions == 0) {
      return OptionalDouble.of(0);
    }
    return rate.find()
        ? OptionalDouble.of(behindTheBeginning(output, transactions, number(rate, "rate")))
        : OptionalDouble.empty();
  }

  private static double behindTheBeginning(String output, double transactions, double rate) {
    double seconds = transactions / rate;
    Matcher beginning = BEGINNING.matcher(output);
    if (!beginning.find() || seconds < FEWEST_BEGINNINGS * number(beginning, "seconds")) {
      return rate;
    }
    double uncountedSeconds = number(beginning, "seconds");
    double uncounted = uncountedSeconds * number(beginning, "rate");
    return Math.max(0, transactions - uncounted) / (seconds - uncountedSeconds);
  }

  private static double number(Matcher matcher, String group) {
    return Double.parseDouble(matcher.group(group));
  }
}
