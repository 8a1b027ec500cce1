package dev.turnwise.cli;

import dev.turnwise.cli.demo.DemoProgress;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Shows progress on standard error: on a terminal one line that changes, elsewhere a line now and
 * then. Thread-safe.
 */
final class Progress implements DemoProgress, AutoCloseable {
  private static final long REDRAW_NANOS = 100_000_000;
  private static final long LINE_NANOS = 5_000_000_000L;
  private static final int BAR = 30;

  private final PrintWriter err;
  private final boolean terminal;
  private final boolean verbose;
  private long lastShown;
  private boolean lineOpen;
  private String step = "";

  Progress(PrintWriter err, boolean terminal, boolean verbose) {
    this.err = err;
    this.terminal = terminal;
    this.verbose = verbose;
  }

  /** Whether standard error is a terminal, as far as Java can tell. */
  @SuppressWarnings("SystemConsoleNull") // NullAway knows it as nullable still.
  static boolean isTerminal() {
    Path stream = Path.of("/proc/self/fd/2");
    try {
      String target = Files.readSymbolicLink(stream).toString();
      return target.startsWith("/dev/pts/")
          || target.startsWith("/dev/tty")
          || target.equals("/dev/console");
    } catch (IOException | UnsupportedOperationException notLinux) {
      Console console = System.console();
      return console != null && console.isTerminal();
    }
  }

  @Override
  public synchronized void phase(String what) {
    step = "";
    line(what + "…");
  }

  @Override
  public void replayed(long acknowledged, long total) {
    step("lines acknowledged", acknowledged, total);
  }

  /** Shows how much of an amount is done; an amount of 0 is not known yet. */
  synchronized void step(String what, long done, long total) {
    if (total == 0) {
      phase(what);
      return;
    }
    long now = System.nanoTime();
    if (step.equals(what)
        && done < total
        && now - lastShown < (terminal ? REDRAW_NANOS : LINE_NANOS)) {
      return;
    }
    step = what;
    lastShown = now;
    String count = String.format(Locale.ROOT, "%s: %,d of %,d", what, done, total);
    if (terminal) {
      int filled = (int) (BAR * done / total);
      String bar = "#".repeat(filled) + ".".repeat(BAR - filled);
      // Padded, so that nothing is left of a longer text before.
      err.print("\r  [%s] %-48s".formatted(bar, count));
      err.flush();
      lineOpen = true;
    } else {
      line(count);
    }
  }

  @Override
  public synchronized void note(String what) {
    line(what);
  }

  @Override
  public synchronized void workerLine(String worker, String text) {
    if (verbose) {
      line(worker + ": " + text);
    }
  }

  private void line(String text) {
    endLine();
    err.println("  " + text);
    err.flush();
  }

  private void endLine() {
    if (lineOpen) {
      err.println();
      lineOpen = false;
    }
  }

  /** Ends the line that changes, if there is one. */
  @Override
  public synchronized void close() {
    endLine();
    err.flush();
  }
}
