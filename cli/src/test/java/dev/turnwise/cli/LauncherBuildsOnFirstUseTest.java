package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.cli.LauncherProject.Run;
import dev.turnwise.testkit.server.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
class LauncherBuildsOnFirstUseTest {

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private @TempDir Path world;
  private LauncherProject project;
  private Path jdk;

  @BeforeEach
  void aProjectThatWasNeverBuilt() throws IOException {
    project = new LauncherProject(world);
    jdk = project.jdk("jdks/25", 25);
    project.maven(project.makeJar());
  }

  @Test
  void itBuildsOnceWithTheJdkThatItFound() throws Exception {
    Run first = project.start();
    assertThat(first.exitCode()).isEqualTo(7);
    assertThat(first.err()).contains("building");
    assertThat(project.start().exitCode()).isEqualTo(7);

    assertThat(project.buildLines())
        .singleElement()
        .asString()
        .startsWith(jdk + " -B -ntp ")
        .endsWith(" package");
    assertThat(project.lock()).doesNotExist();
  }

  @Test
  void aChangedSourceIsBuiltAgain() throws Exception {
    project.start().exitCode();
    touch(project.source());

    assertThat(project.start().exitCode()).isEqualTo(7);
    assertThat(project.buildLines()).hasSize(2);
  }

  @Test
  void aChangedPomIsBuiltAgain() throws Exception {
    project.start().exitCode();
    touch(project.root().resolve("core/pom.xml"));

    assertThat(project.start().exitCode()).isEqualTo(7);
    assertThat(project.buildLines()).hasSize(2);
  }

  @Test
  void aSourceEditedDuringTheBuildIsBuiltAgain() throws Exception {
    Path early = Files.createFile(project.folder("early"));
    Path late = Files.createFile(project.folder("late"));
    Files.setLastModifiedTime(early, FileTime.from(Instant.now().plusSeconds(5)));
    Files.setLastModifiedTime(late, FileTime.from(Instant.now().plusSeconds(10)));
    project.maven(
        "touch -r %s %s\n".formatted(early, project.source())
            + project.makeJar()
            + "touch -r %s %s\n".formatted(late, project.jar()));
    project.start().exitCode();
    project.maven(project.makeJar());

    assertThat(project.start().exitCode()).isEqualTo(7);
    assertThat(project.buildLines()).hasSize(2);
  }

  @Test
  void aFailedBuildEndsWithTheTailOfItsLog() throws Exception {
    project.maven("echo '[ERROR] Source.java: something is wrong'\nexit 1\n");

    Run run = project.start("demo");

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.err())
        .contains("the build failed", "[ERROR] Source.java: something is wrong", "build.log");
    assertThat(run.out()).isEmpty();
    assertThat(project.lock()).doesNotExist();
  }

  @Test
  void twoStartsAtOnceBuildOnce() throws Exception {
    Path go = project.folder("go");
    project.maven("until [ -e " + go + " ]; do sleep 0.05; done\n" + project.makeJar());
    Run builder = project.start("a");
    await().atMost(PATIENCE).until(() -> !project.buildLines().isEmpty());
    Run waiter = project.start("b");
    await()
        .until(
            () ->
                waiter
                    .err()
                    .contains("waiting for the build that process " + builder.process().pid()));

    Files.createFile(go);

    assertThat(builder.exitCode()).isEqualTo(7);
    assertThat(waiter.exitCode()).isEqualTo(7);
    assertThat(project.buildLines()).hasSize(1);
    assertThat(waiter.out()).contains("[b]");
  }

  @Test
  void theLockOfAStartThatWasKilledDoesNotStopTheNext() throws Exception {
    Files.createDirectories(project.lock().getParent());
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Files.createSymbolicLink(project.lock(), Path.of(Long.toString(gone.pid())));

    assertThat(project.start().exitCode()).isEqualTo(7);
    assertThat(project.buildLines()).hasSize(1);
    assertThat(project.lock().getParent()).isDirectoryNotContaining("glob:**lock*");
  }

  @Test
  void aTerminatedStartTakesItsBuildAlong() throws Exception {
    Path maven = project.folder("maven-pid");
    project.maven(
        "echo $$ > " + maven + ".new; mv " + maven + ".new " + maven + "\nexec sleep 300\n");
    Run run = project.start();
    await().atMost(PATIENCE).until(() -> Files.exists(maven));
    long pid = Long.parseLong(Files.readString(maven).strip());

    run.process().destroy();

    assertThat(run.exitCode()).isEqualTo(128 + 15);
    await().atMost(PATIENCE).until(() -> !Processes.isRunning(pid));
    assertThat(Files.isSymbolicLink(project.lock())).isFalse();
  }

  /**
   * Later than everything the build has touched, whatever the resolution of the file system's
   * clock.
   */
  private static void touch(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(5)));
  }
}
