package dev.turnwise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.cli.LauncherProject.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs({OS.LINUX, OS.MAC})
@Timeout(60)
class LauncherFindsItsToolsTest {

  private @TempDir Path world;
  private LauncherProject project;

  @BeforeEach
  void aBuiltProject() throws IOException {
    project = new LauncherProject(world);
    project.built();
  }

  @Test
  void javaHomeComesFirstWhenItIsNewEnough() throws Exception {
    Path chosen = project.jdk("chosen", 25);
    project.jdk("jdks/other", 26);
    project.set("JAVA_HOME", chosen.toString());

    assertThat(javaUsedBy(project.start())).isEqualTo(chosen.resolve("bin/java"));
  }

  @Test
  void anOldJavaHomeIsPassedOverForTheOneOnThePath() throws Exception {
    project.set("JAVA_HOME", project.jdk("old", 17).toString());
    Path onPath = project.jdk("on-path", 25);
    Path alternatives =
        Files.createSymbolicLink(project.folder("alternative"), onPath.resolve("bin/java"));
    Files.createSymbolicLink(project.bin().resolve("java"), alternatives);
    project.jdk("jdks/other", 26);

    assertThat(javaUsedBy(project.start())).isEqualTo(onPath.resolve("bin/java"));
  }

  @Test
  void foldersOfJdksAreSearchedLastAndOldOnesSkipped() throws Exception {
    project.jdk("jdks/a-17", 17);
    project.jdk("jdks/b-24", 24);
    Path fitting = project.jdk("jdks/c-25.jdk/Contents/Home", 25);

    assertThat(javaUsedBy(project.start())).isEqualTo(fitting.resolve("bin/java"));
  }

  @Test
  void aJdkWithoutAReleaseFileIsAsked() throws Exception {
    Path silent =
        project.jdk(
            "jdks/silent",
            17,
            "[ \"$1\" != -version ] || { echo 'Picked up JAVA_TOOL_OPTIONS: -Da=\"1\"';"
                + " echo 'openjdk version \"25.0.2\" 2026-01-20'; exit 0; } >&2\necho \"$0\"\n");
    Files.delete(silent.resolve("release"));

    assertThat(javaUsedBy(project.start())).isEqualTo(silent.resolve("bin/java"));
  }

  @Test
  void withoutAFittingJdkItSaysWhatItFoundAndHowToGetOne() throws Exception {
    Path old = project.jdk("jdks/old", 21);
    Path runtimeOnly = project.jdk("jdks/runtime-only", 25);
    Files.delete(runtimeOnly.resolve("bin/javac"));

    Run run = project.start("demo");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err())
        .contains(
            "needs a JDK (with javac) of release 25 or newer",
            "21  " + old,
            "apt-get install",
            "sdk install")
        .doesNotContain(runtimeOnly.toString());
    assertThat(run.out()).isEmpty();
  }

  @Test
  void withoutMavenItSaysSoWhenItHasToBuild() throws Exception {
    project.jdk("jdks/25", 25);
    Files.delete(project.jar());

    Run run = project.start("demo");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("needs Maven", "no mvn on the PATH", "apt-get install maven");
    assertThat(project.lock()).doesNotExist();
  }

  @Test
  void withoutMavenItRunsWhatIsBuilt() throws Exception {
    project.jdk("jdks/25", 25);

    Run run = project.start("demo");

    assertThat(run.exitCode()).isEqualTo(7);
    assertThat(run.err()).isEmpty();
  }

  private static Path javaUsedBy(Run run) throws Exception {
    run.exitCode();
    assertThat(run.err()).isEmpty();
    return Path.of(run.out().getFirst());
  }
}
