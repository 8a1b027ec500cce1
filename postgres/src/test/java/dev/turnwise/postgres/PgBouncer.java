package dev.turnwise.postgres;

import static org.awaitility.Awaitility.await;

import dev.turnwise.testkit.server.LocalPorts;
import dev.turnwise.testkit.server.PostgresDsn;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;

/** The real pooler, in transaction mode, where one is on the PATH. */
final class PgBouncer implements AutoCloseable {

  private final Process process;
  private final Path folder;
  private final String dsn;

  private PgBouncer(Process process, Path folder, String dsn) {
    this.process = process;
    this.folder = folder;
    this.dsn = dsn;
  }

  static boolean isOnThePath() {
    return program().isPresent();
  }

  private static Optional<Path> program() {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "pgbouncer"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts one in front of a database.
   *
   * @param ignored start-up parameters that it keeps to itself instead of refusing them
   */
  static PgBouncer before(String database, String ignored) throws IOException {
    PostgresDsn server = PostgresDsn.parse("dsn", database);
    int port;
    try (ServerSocket free = LocalPorts.listen()) {
      port = free.getLocalPort();
    }
    Path folder = Files.createTempDirectory("pgbouncer");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path settings =
        Files.writeString(folder.resolve("pgbouncer.ini"), settings(server, port, ignored));
    Process process =
        new ProcessBuilder(program().orElseThrow().toString(), "--quiet", settings.toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    String dsn = server.withAddress("127.0.0.1", port).jdbcUrl();
    PgBouncer pooler = new PgBouncer(process, folder, dsn);
    await().atMost(AdvisoryLocks.PATIENCE).until(() -> answers(port));
    return pooler;
  }

  private static String settings(PostgresDsn server, int port, String ignored) {
    // It refuses to run as root, but gives that up by itself.
    String user = System.getProperty("user.name").equals("root") ? "user = nobody" : "";
    return """
        [databases]
        * = host=%s port=%d user=%s password=%s
        [pgbouncer]
        listen_addr = 127.0.0.1
        listen_port = %d
        unix_socket_dir =
        auth_type = any
        pool_mode = transaction
        default_pool_size = 3
        ignore_startup_parameters = %s
        %s
        """
        .formatted(
            server.host(), server.port(), server.user(), server.password(), port, ignored, user);
  }

  private static boolean answers(int port) {
    try (Socket socket = new Socket(LocalPorts.address(), port)) {
      return socket.isConnected();
    } catch (IOException notYet) {
      return false;
    }
  }

  String dsn() {
    return dsn;
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(folder.resolve("pgbouncer.ini"));
    Files.delete(folder);
  }
}
