package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.testkit.server.PostgresServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * A canary for a password, looked for in messages, stack traces, text forms and all logs at their
 * loudest.
 */
class PasswordSecrecyTest {

  private static final String CANARY = "c4n4xy";

  /**
   * Made before anybody listens: it goes through the driver's own log with the password in a URL.
   */
  private final TestDatabase database = new TestDatabase();

  private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  private final Logger pool = (Logger) LoggerFactory.getLogger("com.zaxxer.hikari");
  private final java.util.logging.Logger driver =
      java.util.logging.Logger.getLogger("org.postgresql");
  private final ListAppender<ILoggingEvent> appender = new ListAppender<>();
  private final List<String> driverLog = new ArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord entry) {
          synchronized (driverLog) {
            driverLog.add(entry.getMessage() + " " + Arrays.toString(entry.getParameters()));
          }
        }

        @Override
        public void flush() {
          // Nothing is buffered.
        }

        @Override
        public void close() {
          // Nothing is open.
        }
      };
  private Level before;
  private Level poolBefore;

  @BeforeEach
  void listenToEverything() {
    before = root.getLevel();
    poolBefore = pool.getLevel();
    appender.start();
    root.detachAppender("console");
    root.addAppender(appender);
    root.setLevel(Level.TRACE);
    pool.setLevel(Level.TRACE);
    handler.setLevel(java.util.logging.Level.ALL);
    driver.setLevel(java.util.logging.Level.ALL);
    driver.setUseParentHandlers(false);
    driver.addHandler(handler);
  }

  @AfterEach
  void stopListening() {
    driver.removeHandler(handler);
    driver.setUseParentHandlers(true);
    driver.setLevel(null);
    pool.setLevel(poolBefore);
    root.setLevel(before);
    root.detachAppender(appender);
    database.close();
  }

  @Test
  void aDatabaseThatCannotBeReached() {
    try (PostgresStore store = at("127.0.0.1:1/nowhere")) {
      TurnwiseException failure = assertSilent(store);
      assertThat(failure)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("127.0.0.1:1/nowhere")
          .hasMessageContaining("cannot be reached")
          .hasMessageContaining("PSQLException")
          .hasMessageContaining("nothing was stored");
      assertThat(catchThrowable(() -> store.room("room")))
          .isInstanceOf(StoreUnavailableException.class);
    }
    assertLogsAreSilent();
  }

  @Test
  void aHostThatDoesNotExist() {
    try (PostgresStore store = at("no-such-host.invalid/db")) {
      assertThat(assertSilent(store)).isInstanceOf(StoreUnavailableException.class);
    }
    assertLogsAreSilent();
  }

  @Test
  void aPasswordThatIsWrong() {
    PostgresDsn dsn = PostgresDsn.parse(PostgresServer.shared().dsn());
    try (PostgresStore store = at(dsn.target() + "?sslmode=disable")) {
      assertThat(assertSilent(store))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("refuses this user or password");
    }
    assertLogsAreSilent();
  }

  @Test
  void aDatabaseThatDoesNotExist() {
    PostgresDsn dsn = PostgresDsn.parse(PostgresServer.shared().dsn());
    String missing =
        "postgresql://%s:%s@%s/no_such_database"
            .formatted(dsn.user(), dsn.password(), dsn.servers().getFirst());
    try (PostgresStore store = PostgresStore.at(missing)) {
      assertThat(assertSilent(store))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("no such database");
    }
  }

  @Test
  void aStoreThatWorks() {
    try (PostgresStore store = PostgresStore.at(database.dsn())) {
      store.init();
      store.room("room");
      String password = PostgresDsn.parse(database.dsn()).password();
      assertThat(password).isNotNull();
      assertThat(store.toString()).doesNotContain(password);
      assertThat(everythingLogged()).isNotEmpty().noneMatch(line -> line.contains(password));
    }
  }

  private static PostgresStore at(String rest) {
    return PostgresStore.builder()
        .dsn("postgresql://postgres:" + CANARY + "@" + rest)
        .connectTimeout(Duration.ofSeconds(2))
        .acquireTimeout(Duration.ofMillis(500))
        .build();
  }

  private static TurnwiseException assertSilent(PostgresStore store) {
    Throwable failure = catchThrowable(store::init);
    assertThat(failure).isInstanceOf(TurnwiseException.class);
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).doesNotContain(CANARY);
    assertThat(((TurnwiseException) failure).details().toString()).doesNotContain(CANARY);
    assertThat(store.toString()).doesNotContain(CANARY);
    return (TurnwiseException) failure;
  }

  private void assertLogsAreSilent() {
    assertThat(everythingLogged()).isNotEmpty().noneMatch(line -> line.contains(CANARY));
  }

  private List<String> everythingLogged() {
    List<String> lines = new ArrayList<>();
    for (ILoggingEvent event : List.copyOf(appender.list)) {
      lines.add(event.getFormattedMessage());
      if (event.getThrowableProxy() != null) {
        lines.add(ThrowableProxyUtil.asString(event.getThrowableProxy()));
      }
    }
    synchronized (driverLog) {
      lines.addAll(driverLog);
    }
    return lines;
  }
}
