package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A demo that is ended in the middle leaves nothing behind. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
class DemoEndsTest {
  /**
   * The guard takes up to five seconds to stop the server of a killed demo, and its stop takes a
   * moment.
   */
  private static final Duration LIMIT = Duration.ofSeconds(15);

  @TempDir private Path folder;

  @Test
  void sigtermEndsWorkersAndServerAndRemovesTheirFolders() throws Exception {
    try (RunningDemo demo = new RunningDemo(folder)) {
      assertThat(demo.end(false)).isEqualTo(128 + 15);

      demo.awaitNoProcess(LIMIT);
      assertThat(demo.left()).isEmpty();
      assertThat(demo.errors()).doesNotContain("error:", "Exception");
    }
  }

  @Test
  void sigkillLeavesNoWorkerAndNoServer() throws Exception {
    try (RunningDemo demo = new RunningDemo(folder)) {
      demo.end(true);

      demo.awaitNoProcess(LIMIT);
    }
  }
}
