package dev.turnwise.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Test
  void thisProcessRuns() {
    assertThat(Processes.isRunning(ProcessHandle.current())).isTrue();
    assertThat(Processes.isRunning(ProcessHandle.current().pid())).isTrue();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void whatHasEndedDoesNotRunEvenWhileNobodyHasCollectedIt() throws Exception {
    // The shell becomes a program that never collects the child it has started before.
    Process parent = new ProcessBuilder("sh", "-c", "sleep 0 & echo $!; exec sleep 600").start();
    try (BufferedReader output = parent.inputReader()) {
      long child = Long.parseLong(output.readLine());

      await().atMost(PATIENCE).until(() -> !Processes.isRunning(child));
      assertThat(ProcessHandle.of(child)).as("it is still listed").isPresent();
      assertThat(Processes.isRunning(parent.toHandle())).isTrue();
    } finally {
      parent.destroyForcibly();
    }
  }
}
