package dev.turnwise.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A project folder with the real launcher in it, and around it a small world of its own: JDKs and a
 * Maven that are shell scripts, and a PATH with nothing but the tools that every POSIX system has.
 */
final class LauncherProject {

  private static final List<String> POSIX_TOOLS =
      List.of(
          "sh",
          "cat",
          "basename",
          "dirname",
          "find",
          "head",
          "ln",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sed",
          "sleep",
          "tail",
          "touch");

  private final Path world;
  private final Map<String, String> environment = new TreeMap<>();

  LauncherProject(Path world) throws IOException {
    this.world = world.toRealPath();
    Files.createDirectories(root().resolve("core/src/main/java"));
    Files.createDirectories(bin());
    Files.createDirectories(world.resolve("jdks"));
    Files.writeString(root().resolve("pom.xml"), "<project/>");
    Files.writeString(root().resolve("core/pom.xml"), "<project/>");
    Files.writeString(source(), "class Source {}");
    Path original = Path.of("").toAbsolutePath();
    copy(original.resolveSibling("turnwise"), launcher());
    Files.createDirectories(root().resolve("cli/src/main/sh"));
    copy(original.resolve("src/main/sh/find-jdk"), root().resolve("cli/src/main/sh/find-jdk"));
    for (String tool : POSIX_TOOLS) {
      script(bin().resolve(tool), "exec " + onPath(tool) + " \"$@\"\n");
    }
    environment.put("PATH", bin().toString());
    environment.put("HOME", world.toString());
    environment.put("TURNWISE_JDK_PATH", world.resolve("jdks").toString());
  }

  Path root() {
    return world.resolve("project");
  }

  Path launcher() {
    return root().resolve("turnwise");
  }

  Path source() {
    return root().resolve("core/src/main/java/Source.java");
  }

  Path jar() {
    return root().resolve("cli/target/turnwise.jar");
  }

  Path lock() {
    return root().resolve("target/launcher/lock");
  }

  Path bin() {
    return world.resolve("bin");
  }

  Path folder(String name) {
    return world.resolve(name);
  }

  void set(String variable, String value) {
    environment.put(variable, value);
  }

  /** A JDK whose java prints its folder, then its arguments in brackets, and ends with code 7. */
  Path jdk(String folder, int release) throws IOException {
    return jdk(
        folder,
        release,
        "echo \"$0\"\nfor a in \"$@\"; do printf '[%s]\\n' \"$a\"; done\nexit 7\n");
  }

  Path jdk(String folder, int release, String java) throws IOException {
    Path home = Files.createDirectories(world.resolve(folder));
    Files.createDirectories(home.resolve("bin"));
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + release + ".0.1\"\n");
    script(home.resolve("bin/java"), java);
    script(home.resolve("bin/javac"), "exit 1\n");
    return home;
  }

  /**
   * A Maven that writes one line for each run into {@code builds}, then does {@code body}, in the
   * project's root.
   */
  void maven(String body) throws IOException {
    script(bin().resolve("mvn"), "echo \"$JAVA_HOME $*\" >> " + builds() + "\n" + body);
  }

  /** What a Maven script does to build successfully. */
  String makeJar() {
    return "mkdir -p cli/target && echo built > cli/target/turnwise.jar\n";
  }

  void built() throws IOException {
    Files.createDirectories(jar().getParent());
    Files.writeString(jar(), "built");
  }

  List<String> buildLines() {
    try {
      return Files.exists(builds()) ? Files.readAllLines(builds()) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Run start(String... arguments) throws IOException {
    return start(root(), launcher(), arguments);
  }

  Run start(Path directory, Path command, String... arguments) throws IOException {
    List<String> line = new ArrayList<>(List.of(command.toString()));
    line.addAll(List.of(arguments));
    Path out = Files.createTempFile(world, "out", ".txt");
    Path err = Files.createTempFile(world, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return new Run(builder.start(), out, err);
  }

  static void script(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
  }

  private Path builds() {
    return world.resolve("builds");
  }

  private static Path onPath(String tool) {
    return Stream.of(System.getenv("PATH").split(":", -1))
        .map(folder -> Path.of(folder, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  /** A started launcher. */
  record Run(Process process, Path outFile, Path errFile) {

    int exitCode() throws InterruptedException {
      return process.waitFor();
    }

    List<String> out() throws IOException {
      return Files.readAllLines(outFile);
    }

    String err() {
      try {
        return Files.readString(errFile);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
