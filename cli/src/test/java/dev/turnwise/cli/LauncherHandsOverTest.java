package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.cli.LauncherProject.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
class LauncherHandsOverTest {

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private @TempDir Path world;
  private LauncherProject project;

  @BeforeEach
  void aBuiltProject() throws IOException {
    project = new LauncherProject(world);
    project.built();
  }

  @Test
  void argumentsArriveAsTheyWereGivenAndTheExitCodeComesBack() throws Exception {
    project.jdk("jdks/25", 25);

    Run run = project.start("demo", "two words", "", "*", "$HOME", "a\\b'c\"d", "-Dx=y");

    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.out())
        .containsSequence(
            "[-jar]", "[" + project.jar() + "]", "[demo]", "[two words]", "[]", "[*]", "[$HOME]")
        .endsWith("[a\\b'c\"d]", "[-Dx=y]");
  }

  @Test
  void furtherOptionsForTheJvmComeBeforeTheJar() throws Exception {
    project.jdk("jdks/25", 25);
    project.set("TURNWISE_JAVA_OPTS", "-Xmx64m -Da=b");

    Run run = project.start("demo");

    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.out()).containsSequence("[-Xmx64m]", "[-Da=b]", "[-jar]");
  }

  @Test
  void itRunsFromAnotherFolderThroughLinksAndFromAFolderWithSpaces() throws Exception {
    LauncherProject spacious =
        new LauncherProject(Files.createDirectory(world.resolve("with some spaces")));
    spacious.built();
    spacious.jdk("jdks/25", 25);
    Path inner =
        Files.createSymbolicLink(
            world.resolve("inner"), Path.of("with some spaces/project/turnwise"));
    Path elsewhere = Files.createDirectory(world.resolve("elsewhere"));
    Path outer =
        Files.createSymbolicLink(elsewhere.resolve("tw"), Path.of("../" + inner.getFileName()));

    Run run = spacious.start(elsewhere, outer, "x");

    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.err()).isEmpty();
    assertThat(run.out()).containsSequence("[-jar]", "[" + spacious.jar() + "]", "[x]");
  }

  @Test
  void theJvmTakesTheLaunchersPlaceSoThatSignalsReachIt() throws Exception {
    Path pid = project.folder("pid");
    project.jdk(
        "jdks/25",
        25,
        "trap 'exit 42' TERM\necho $$ > "
            + pid
            + ".new; mv "
            + pid
            + ".new "
            + pid
            + "\nwhile :; do sleep 0.05; done\n");
    Run run = project.start();
    await().atMost(PATIENCE).until(() -> Files.exists(pid));

    assertThat(Files.readString(pid).strip()).isEqualTo(Long.toString(run.process().pid()));
    run.process().destroy();
    assertThat(run.exitCode()).isEqualTo(42);
  }
}
