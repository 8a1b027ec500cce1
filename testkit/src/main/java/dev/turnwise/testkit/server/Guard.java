package dev.turnwise.testkit.server;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A shell process that outlives this JVM for the moment it takes to end the server and remove its
 * folder, however the JVM ended: SIGKILL runs no shutdown hook.
 *
 * <p>It waits for the end of a pipe whose other end this JVM holds, so it needs no polling and
 * cannot mistake a re-used process id. Where {@code setsid} exists, it has a session of its own, so
 * that killing the JVM's whole process group spares it. There is none on Windows.
 */
final class Guard implements AutoCloseable {
  private static final String SCRIPT = "guard.sh";
  private static final String IN_OWN_SESSION =
      "command -v setsid >/dev/null 2>&1 && exec setsid sh \"$0\" \"$1\"; exec sh \"$0\" \"$1\"";

  private final @Nullable Process shell;

  private Guard(@Nullable Process shell) {
    this.shell = shell;
  }

  static Guard over(Path folder) throws IOException {
    if (Platform.WINDOWS) {
      return new Guard(null);
    }
    Path script = folder.resolve(SCRIPT);
    try (InputStream resource = Guard.class.getResourceAsStream(SCRIPT)) {
      if (resource == null) {
        throw new IOException(SCRIPT + " is not beside its class");
      }
      Files.copy(resource, script);
    }
    // Its output goes nowhere: holding this JVM's own would keep the reader of a pipe waiting.
    return new Guard(
        new ProcessBuilder("sh", "-c", IN_OWN_SESSION, script.toString(), folder.toString())
            .directory(Path.of("/").toFile())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start());
  }

  /** Lets the guard go; it looks once more for what is left of the folder, then ends. */
  @Override
  public void close() {
    if (shell != null) {
      try {
        shell.getOutputStream().close();
      } catch (IOException gone) {
        // The guard has ended before us, which is all that closing is for.
      }
    }
  }
}
