package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final StringWriter shown = new StringWriter();

  private Progress progress(boolean terminal, boolean verbose) {
    return new Progress(new PrintWriter(shown), terminal, verbose);
  }

  @Test
  void elsewhereThanOnATerminalALineComesNowAndThen() {
    try (Progress progress = progress(false, false)) {
      progress.phase("replaying");
      for (int done = 1; done <= 1000; done++) {
        progress.replayed(done, 1000);
      }
    }

    assertThat(shown.toString().lines())
        .containsExactly(
            "  replaying…",
            "  lines acknowledged: 1 of 1,000",
            "  lines acknowledged: 1,000 of 1,000");
  }

  @Test
  void onATerminalOneLineIsDrawnAgainAndEndsBeforeTheNextText() {
    try (Progress progress = progress(true, false)) {
      progress.phase("replaying");
      progress.replayed(10, 10);
      progress.note("verifying");
    }

    assertThat(shown.toString())
        .contains("\r  [##############################] lines acknowledged: 10 of 10")
        .endsWith("\n  verifying\n");
  }

  @Test
  void anotherStepIsShownAtOnceAndAnUnknownAmountHasNoCount() {
    try (Progress progress = progress(false, false)) {
      progress.step("warming up", 0, 0);
      progress.step("first", 0, 4);
      progress.step("second", 1, 4);
      progress.step("second", 2, 4);
      progress.step("third", 4, 4);
    }

    assertThat(shown.toString().lines())
        .containsExactly("  warming up…", "  first: 0 of 4", "  second: 1 of 4", "  third: 4 of 4");
  }

  @Test
  void whatWorkersSayIsShownWithVerboseOnly() {
    try (Progress silent = progress(false, false)) {
      silent.workerLine("w1", "hidden");
    }
    try (Progress verbose = progress(false, true)) {
      verbose.workerLine("w1", "shown");
    }

    assertThat(shown.toString().lines()).containsExactly("  w1: shown");
  }
}
