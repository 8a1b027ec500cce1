package dev.turnwise.testkit.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
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
  private static final String OWN_SESSION =
      "command -v setsid >/dev/null 2>&1 && exec setsid sh -c \"$1\" guard \"$2\";"
          + " exec sh -c \"$1\" guard \"$2\"";

  private final @Nullable Process shell;

  private Guard(@Nullable Process shell) {
    this.shell = shell;
  }

  static Guard over(Path folder) throws IOException {
    if (Platform.WINDOWS) {
      return new Guard(null);
    }
    // Its output goes nowhere: holding this JVM's own would keep the reader of a pipe waiting.
    return new Guard(
        new ProcessBuilder("sh", "-c", OWN_SESSION, "guard", script(), folder.toString())
            .directory(Path.of("/").toFile())
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.DISCARD)
            .start());
  }

  private static String script() {
    try (InputStream script = Guard.class.getResourceAsStream("guard.sh")) {
      if (script == null) {
        throw new IllegalStateException("guard.sh is not beside its class");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
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
