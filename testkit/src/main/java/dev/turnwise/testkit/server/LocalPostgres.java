package dev.turnwise.testkit.server;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.StoreUnavailableException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A PostgreSQL server of our own from its first file to its last.
 *
 * <p>Everything lies in one folder. Three safeguards end the server and remove the folder, each for
 * the case that the one before could not run: {@link #close()}, which is also a shutdown hook; the
 * {@link Guard}, when the JVM was killed; the next start of any server, when the guard was killed
 * too.
 */
final class LocalPostgres {
  private static final Logger LOG = LoggerFactory.getLogger(LocalPostgres.class);
  private static final String SUPERUSER = "postgres";
  private static final int PORT_ATTEMPTS = 8;

  static final String REMEDY =
      "point it at a folder with 300 MB free from which programs may be run, or name a server of"
          + " your own in "
          + PostgresServer.VARIABLE;

  /** Durable as in production, whatever the defaults of a later version. */
  private static final String SETTINGS =
      """
      listen_addresses = '127.0.0.1'
      unix_socket_directories = ''
      max_connections = 200
      fsync = on
      synchronous_commit = on
      full_page_writes = on
      timezone = 'UTC'
      log_timezone = 'UTC'
      lc_messages = 'C'
      """;

  private final ServerFolder folder;
  private final String password = UUID.randomUUID().toString();
  private final Programs programs;
  private final Guard guard;
  private final Thread hook = new Thread(this::close, "turnwise-postgres-close");

  /** One step of the life cycle at a time; a shutdown waits for the step that is being taken. */
  private final ReentrantLock lifeCycle = new ReentrantLock();

  private volatile boolean closing;
  private boolean closed;
  private int port;

  private LocalPostgres(ServerFolder folder, Account account) throws IOException {
    this.folder = folder;
    this.programs = new Programs(folder.path(), account);
    this.guard = Guard.over(folder.path());
  }

  /**
   * Removes what dead owners left, then makes and starts a new server.
   *
   * @throws ConfigurationException when this machine cannot run one; the message says why
   */
  static LocalPostgres start() {
    try {
      return start(ServerFolder.root(), Account::choose);
    } catch (IOException failure) {
      throw new ConfigurationException(
          "java.io.tmpdir",
          "cannot hold a PostgreSQL server, " + failure.getMessage(),
          REMEDY,
          failure);
    }
  }

  static LocalPostgres start(Path root, Account.Choice choice) throws IOException {
    PostgresArchive archive = PostgresArchive.forThisPlatform();
    ServerFolder folder = ServerFolder.claim(root);
    LocalPostgres server;
    Account account;
    try {
      account = choice.of(folder.path());
      server = new LocalPostgres(folder, account);
    } catch (IOException | RuntimeException noAccountOrGuard) {
      folder.remove();
      throw noAccountOrGuard;
    }
    try {
      server.addHook();
      ServerFolder.removeLeftovers(
          root, leftover -> new Programs(leftover, account).stopServer(StopMode.IMMEDIATE));
      server.create(archive, account);
      return server;
    } catch (IOException | RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  /** Before the first file, so that no signal finds a moment without it. */
  private void addHook() {
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException shuttingDown) {
      throw new StoreUnavailableException(
          "starting PostgreSQL", "this process is ending", shuttingDown);
    }
  }

  private void create(PostgresArchive archive, Account account) throws IOException {
    lifeCycle.lock();
    try {
      archive.unpack(Files.createDirectory(folder.programs()), () -> closing);
      Files.createDirectory(folder.data());
      Path passwordFile = Files.writeString(folder.path().resolve("password"), password);
      account.own(folder.path());
      // Nothing of it is meant to outlive a power cut, so its first state need not be synced.
      step(
          "initdb",
          "--pgdata=" + folder.data(),
          "--username=" + SUPERUSER,
          "--pwfile=" + passwordFile,
          "--auth=scram-sha-256",
          "--set=scram_iterations=1",
          "--encoding=UTF8",
          "--locale=C",
          "--no-sync",
          "--no-instructions");
      Files.delete(passwordFile);
      Files.writeString(
          folder.data().resolve("postgresql.conf"), SETTINGS, StandardOpenOption.APPEND);
      startOnAFreePort();
    } finally {
      lifeCycle.unlock();
    }
  }

  private void startOnAFreePort() throws IOException {
    for (int attempt = 1; ; attempt++) {
      port = LocalPorts.free();
      try {
        startServer();
        return;
      } catch (ConfigurationException notStarted) {
        boolean portTaken =
            Files.exists(folder.log()) && Files.readString(folder.log()).contains("could not bind");
        if (!portTaken || attempt == PORT_ATTEMPTS) {
          throw notStarted;
        }
      }
    }
  }

  private void startServer() {
    step(
        "pg_ctl",
        "start",
        "--pgdata=" + folder.data(),
        "--log=" + folder.log(),
        "--timeout=60",
        "--options=-p " + port);
  }

  private void step(String program, String... arguments) {
    if (closing) {
      throw new StoreUnavailableException(
          "running PostgreSQL's " + program, "the server is being closed", null);
    }
    programs.run(program, arguments);
  }

  PostgresDsn dsn() {
    return new PostgresDsn(
        LocalPorts.address().getHostAddress(),
        port,
        "postgres",
        SUPERUSER,
        password,
        Map.of("sslmode", "disable"));
  }

  Path dataDirectory() {
    return folder.data();
  }

  Path binDirectory() {
    return programs.directory();
  }

  /** Stops the server if it runs. */
  void stop(StopMode mode) {
    lifeCycle.lock();
    try {
      programs.stopServer(mode);
    } finally {
      lifeCycle.unlock();
    }
  }

  /** Stops the server if it runs, and starts it on the same port and data. */
  void restart() {
    lifeCycle.lock();
    try {
      programs.stopServer(StopMode.FAST);
      startServer();
    } finally {
      lifeCycle.unlock();
    }
  }

  /** Ends the server, if it runs, and removes all its files. Never throws; repeating is safe. */
  void close() {
    closing = true;
    lifeCycle.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      programs.stopServer(StopMode.IMMEDIATE);
      folder.remove();
    } catch (IOException | RuntimeException failure) {
      LOG.warn("{} is left for the guard to remove", folder.path(), failure);
    } finally {
      guard.close();
      forgetHook();
      lifeCycle.unlock();
    }
  }

  private void forgetHook() {
    if (Thread.currentThread() != hook) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException shuttingDown) {
        // The hook runs already; it finds the server closed.
      }
    }
  }
}
