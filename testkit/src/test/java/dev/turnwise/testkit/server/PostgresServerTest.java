package dev.turnwise.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.StoreUnavailableException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PostgresServerTest {
  private static PostgresServer server;

  @BeforeAll
  static void start() {
    server = PostgresServer.startLocal();
  }

  @AfterAll
  static void close() {
    Path folder = server.dataDirectory().getParent();
    server.close();
    assertThat(folder).doesNotExist();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "fsync, on",
    "synchronous_commit, on",
    "full_page_writes, on",
    "max_connections, 200",
    "unix_socket_directories, ''",
    "server_encoding, UTF8"
  })
  void isDurableAndLeavesNothingToTheMachine(String setting, String value) throws SQLException {
    assertThat(query(server.dsn(), "show " + setting)).isEqualTo(value);
  }

  @Test
  void listensOnTheLoopbackAddressAlone() throws Exception {
    int port = PostgresDsn.parse("dsn", server.dsn()).port();
    new Socket(LocalPorts.address(), port).close();
    for (NetworkInterface device : NetworkInterface.networkInterfaces().toList()) {
      for (InetAddress address : device.inetAddresses().toList()) {
        if (!address.equals(LocalPorts.address())) {
          assertThatThrownBy(() -> new Socket(address, port))
              .isInstanceOf(java.io.IOException.class);
        }
      }
    }
  }

  @Test
  void letsNobodyInWithoutThePassword() {
    PostgresDsn dsn = PostgresDsn.parse("dsn", server.dsn());
    var guess =
        new PostgresDsn(
            dsn.host(), dsn.port(), dsn.database(), dsn.user(), "guess", dsn.parameters());

    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> query(guess.jdbcUrl(), "select 1"))
        .returns("28P01", SQLException::getSQLState);
    assertThat(server.toString()).doesNotContain(dsn.password());
  }

  @Test
  void databasesAreEmptyAndIndependent() throws SQLException {
    String one = server.newDatabase();
    String two = server.newDatabase();
    execute(one, "create table note (text text)");
    execute(two, "create table note (text text)");
    execute(one, "insert into note values ('only here')");

    assertThat(query(one, "select count(*) from note")).isEqualTo("1");
    assertThat(query(two, "select count(*) from note")).isEqualTo("0");
  }

  @Test
  void dropsADatabaseThatIsInUse() throws SQLException {
    String url = server.newDatabase();
    try (Connection user = DriverManager.getConnection(url)) {
      server.dropDatabase(url);

      assertThatThrownBy(() -> user.createStatement().execute("select 1"))
          .isInstanceOf(SQLException.class);
    }
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> query(url, "select 1"))
        .returns("3D000", SQLException::getSQLState);
  }

  @Test
  void dropsNoDatabaseThatItDidNotMake() {
    assertThatThrownBy(() -> server.dropDatabase(server.dsn()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("newDatabase()");
  }

  @Test
  void endsTheSessionsOfOneApplicationOnly() throws SQLException {
    PostgresDsn dsn = PostgresDsn.parse("dsn", server.newDatabase());
    try (Connection doomed = connect(dsn, "doomed");
        Connection alsoDoomed = connect(dsn, "doomed");
        Connection spared = connect(dsn, "spared")) {
      assertThat(server.terminateBackends("doomed")).isEqualTo(2);

      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> doomed.createStatement().execute("select 1"))
          .returns("57P01", SQLException::getSQLState);
      assertThatThrownBy(() -> alsoDoomed.createStatement().execute("select 1"))
          .isInstanceOf(SQLException.class);
      assertThat(spared.createStatement().execute("select 1")).isTrue();
    }
    assertThat(server.terminateBackends("doomed")).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void keepsWhatWasCommittedOverStopAndStart(StopMode mode) throws SQLException {
    String url = server.newDatabase();
    execute(url, "create table note (text text)");
    try (Connection open = DriverManager.getConnection(url)) {
      open.setAutoCommit(false);
      open.createStatement().execute("insert into note values ('not committed')");
      execute(url, "insert into note values ('committed')");

      server.stop(mode);

      assertThat(Postmaster.on(server.dataDirectory())).isEmpty();
      assertThatThrownBy(server::newDatabase)
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining("08001");
    }
    server.restart();

    assertThat(query(url, "select string_agg(text, ',') from note")).isEqualTo("committed");
  }

  @Test
  void restartEndsEverySessionAndKeepsThePort() throws SQLException {
    String url = server.newDatabase();
    try (Connection open = DriverManager.getConnection(url)) {
      server.restart();

      assertThatThrownBy(() -> open.createStatement().execute("select 1"))
          .isInstanceOf(SQLException.class);
    }
    assertThat(query(url, "select 1")).isEqualTo("1");
  }

  @Test
  void bringsTheServersOwnPrograms() {
    assertThat(server.binDirectory()).isDirectoryContaining("glob:**/postgres*");
    assertThat(server.dataDirectory().resolve("PG_VERSION")).isRegularFile();
  }

  @Test
  void sharedServerIsOneAndTheSameUntilItIsClosed() throws SQLException {
    PostgresServer shared = PostgresServer.shared();
    assertThat(PostgresServer.shared()).isSameAs(shared);

    shared.close();

    PostgresServer next = PostgresServer.shared();
    assertThat(next).isNotSameAs(shared);
    assertThat(query(next.newDatabase(), "select 1")).isEqualTo("1");
    next.close();
  }

  @Test
  void makesDatabasesOnAServerOfTheUsersOwnAndDropsThemAgain() throws SQLException {
    String url;
    try (var users = PostgresServer.start(PostgresDsn.parse("dsn", server.dsn()).uri())) {
      assertThat(users.isLocal()).isFalse();
      url = users.newDatabase();
      assertThat(query(url, "select 1")).isEqualTo("1");
    }
    assertThatExceptionOfType(SQLException.class)
        .isThrownBy(() -> query(url, "select 1"))
        .returns("3D000", SQLException::getSQLState);
    assertThat(query(server.dsn(), "select 1")).isEqualTo("1");
  }

  @Test
  void neitherStopsNorRestartsAServerOfTheUsersOwn() {
    try (var users = PostgresServer.start(server.dsn())) {
      assertThatThrownBy(() -> users.stop(StopMode.FAST))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContainingAll(PostgresServer.VARIABLE, "startLocal()");
      assertThatThrownBy(users::restart).isInstanceOf(ConfigurationException.class);
      assertThatThrownBy(users::dataDirectory).isInstanceOf(ConfigurationException.class);
      assertThatThrownBy(users::binDirectory).isInstanceOf(ConfigurationException.class);
    }
  }

  @Test
  void namesTheServerButNotThePasswordWhenItDoesNotAnswer() {
    var absent = PostgresServer.start("postgresql://me:hush@127.0.0.1:1/db");

    assertThatThrownBy(absent::newDatabase)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("postgresql://me@127.0.0.1:1/db")
        .hasMessageNotContaining("hush");
  }

  private static Connection connect(PostgresDsn dsn, String application) throws SQLException {
    return DriverManager.getConnection(dsn.withParameter("ApplicationName", application).jdbcUrl());
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String query(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
