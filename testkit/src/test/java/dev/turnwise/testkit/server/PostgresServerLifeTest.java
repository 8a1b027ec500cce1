package dev.turnwise.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no signals and no guard")
class PostgresServerLifeTest {
  /** The guard's own bound is 5 s; a busy machine may need longer to run it at all. */
  private static final Duration GUARD_LIMIT = Duration.ofMinutes(1);

  @TempDir private Path root;

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT"})
  void leavesNeitherServerNorFolderOnceASignalHasEndedTheJvm(String signal) throws Exception {
    assumeTrue(
        !signal.equals("INT") || OwnerJvm.interruptsArrive(),
        "this JVM was started in the background, where SIGINT is ignored for good");
    try (var owner = new OwnerJvm(root)) {
      assertThat(owner.folder()).isDirectory();
      assertThat(owner.servers()).isNotEmpty();

      owner.signal(signal).awaitEnd();

      assertThat(owner.servers()).isEmpty();
      assertThat(owner.folders()).isEmpty();
      await().atMost(GUARD_LIMIT).until(() -> owner.processesBelowRoot().isEmpty());
    }
  }

  @Test
  void leavesNothingWhenTheJvmEndsByItselfWithoutClosing() throws Exception {
    var owner = new OwnerJvm(root);
    owner.folder();

    owner.close();

    assertThat(owner.servers()).isEmpty();
    assertThat(owner.folders()).isEmpty();
  }

  @Test
  void guardEndsTheServerWithinFiveSecondsOfSigkillAndShrugsOffMilderSignals() throws Exception {
    try (var owner = new OwnerJvm(root)) {
      owner.folder();
      ProcessHandle guard = guardOf(owner);
      for (String signal : List.of("INT", "TERM", "HUP", "QUIT")) {
        OwnerJvm.send(signal, guard.pid());
      }

      owner.signal("KILL").awaitEnd();

      await().atMost(GUARD_LIMIT).until(() -> owner.processesBelowRoot().isEmpty());
      assertThat(owner.folders()).isEmpty();
    }
  }

  @Test
  void nextStartEndsTheServerAndRemovesTheFolderWhenTheGuardWasKilledToo() throws Exception {
    try (var dead = new OwnerJvm(root)) {
      Path folder = dead.folder();
      OwnerJvm.send("KILL", guardOf(dead).pid());
      dead.signal("KILL").awaitEnd();
      assertThat(dead.servers()).isNotEmpty();

      try (var next = new OwnerJvm(root)) {
        Path nextFolder = next.folder();

        assertThat(folder).doesNotExist();
        assertThat(next.folders()).containsExactly(nextFolder);
        assertThat(next.servers())
            .allMatch(
                server -> server.info().commandLine().orElse("").contains(nextFolder.toString()))
            .isNotEmpty();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TERM, pg/bin",
    "TERM, data/PG_VERSION",
    "KILL, pg/bin",
    "KILL, data/PG_VERSION",
    "KILL, data/postmaster.pid"
  })
  void leavesNothingWhenTheJvmEndsInTheMiddleOfTheStart(String signal, String reached)
      throws Exception {
    try (var owner = new OwnerJvm(root)) {
      await()
          .atMost(Duration.ofMinutes(2))
          .pollInterval(Duration.ofMillis(2))
          .until(
              () -> {
                List<Path> folders = owner.folders();
                return !folders.isEmpty() && Files.exists(folders.getFirst().resolve(reached));
              });

      owner.signal(signal).awaitEnd();

      await().atMost(GUARD_LIMIT).until(() -> owner.processesBelowRoot().isEmpty());
      assertThat(owner.folders()).isEmpty();
    }
  }

  @Test
  void threeJvmsStartServersAtOnceAndNoneRemovesAnothers() throws Exception {
    var owners = new ArrayList<OwnerJvm>();
    try {
      for (int i = 0; i < 3; i++) {
        owners.add(new OwnerJvm(root));
      }
      var folders = new ArrayList<Path>();
      for (OwnerJvm owner : owners) {
        folders.add(owner.folder());
      }

      assertThat(owners.getFirst().folders()).containsExactlyInAnyOrderElementsOf(folders);
      assertThat(folders)
          .doesNotHaveDuplicates()
          .allMatch(folder -> Postmaster.on(ServerFolder.data(folder)).isPresent());
    } finally {
      for (OwnerJvm owner : owners) {
        owner.close();
      }
    }
    assertThat(owners.getFirst().folders()).isEmpty();
  }

  private static ProcessHandle guardOf(OwnerJvm owner) {
    return owner.processesBelowRoot().stream()
        .filter(process -> process.info().commandLine().orElse("").contains("guard.sh"))
        .findFirst()
        .orElseThrow();
  }
}
