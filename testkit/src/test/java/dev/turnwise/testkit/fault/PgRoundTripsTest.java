package dev.turnwise.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.turnwise.testkit.server.PostgresDsn;
import dev.turnwise.testkit.server.PostgresServer;
import java.io.OutputStream;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PgRoundTripsTest {
  private String database;
  private PostgresDsn dsn;
  private FaultProxy proxy;
  private PgRoundTrips roundTrips;
  private Connection connection;

  @BeforeEach
  void connect() throws SQLException {
    PostgresServer server = PostgresServer.shared();
    database = server.newDatabase();
    PostgresDsn direct = PostgresDsn.parse("dsn", database);
    proxy = FaultProxy.before(direct.host(), direct.port());
    dsn = direct.withAddress(proxy.host(), proxy.port());
    roundTrips = PgRoundTrips.through(proxy);
    connection = DriverManager.getConnection(dsn.jdbcUrl());
    execute("create table note (id int primary key, text text)");
    roundTrips.reset();
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
    proxy.close();
    PostgresServer.shared().dropDatabase(database);
  }

  @Test
  void aPreparedStatementIsOneHoweverOftenItWasPreparedBefore() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("insert into note values (?, ?)")) {
      for (int id = 1; id <= 10; id++) {
        insert.setInt(1, id);
        insert.setString(2, "text");
        insert.executeUpdate();

        assertThat(roundTrips.count()).isEqualTo(id);
      }
    }
  }

  @Test
  void aStatementOfTheSimpleProtocolIsOne() throws SQLException {
    try (Connection simple =
        DriverManager.getConnection(dsn.withParameter("preferQueryMode", "simple").jdbcUrl())) {
      roundTrips.reset();
      simple.createStatement().execute("select 1");

      assertThat(roundTrips.count()).isEqualTo(1);
    }
  }

  @Test
  void beginTravelsWithTheFirstStatementOfATransaction() throws SQLException {
    connection.setAutoCommit(false);
    assertThat(roundTrips.count()).isZero();

    execute("insert into note values (1, 'one')");
    assertThat(roundTrips.count()).isEqualTo(1);

    execute("insert into note values (2, 'two')");
    assertThat(roundTrips.count()).isEqualTo(2);

    connection.commit();
    assertThat(roundTrips.count()).isEqualTo(3);
  }

  @Test
  void aBatchIsOne() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("insert into note values (?, ?)")) {
      for (int id = 0; id < 50; id++) {
        insert.setInt(1, id);
        insert.setString(2, "text");
        insert.addBatch();
      }
      insert.executeBatch();
    }
    assertThat(roundTrips.count()).isEqualTo(1);
  }

  @Test
  void aLargeParameterOverManyChunksIsOne() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("insert into note values (1, ?)")) {
      insert.setString(1, "QSQS".repeat(250_000));
      insert.executeUpdate();
    }
    assertThat(proxy.bytes(Direction.CLIENT_TO_SERVER)).isGreaterThan(1_000_000);
    assertThat(roundTrips.count()).isEqualTo(1);
  }

  @Test
  void addsUpAllConnectionsAndStartsAgainFromZero() throws SQLException {
    try (Connection other = DriverManager.getConnection(dsn.jdbcUrl())) {
      roundTrips.reset();
      execute("select 1");
      other.createStatement().execute("select 1");

      assertThat(roundTrips.count()).isEqualTo(2);
      roundTrips.reset();
      assertThat(roundTrips.count()).isZero();
    }
  }

  @Test
  void readsPastADeclinedRequestForEncryption() throws SQLException {
    try (Connection preferring =
        DriverManager.getConnection(dsn.withParameter("sslmode", "prefer").jdbcUrl())) {
      roundTrips.reset();
      preferring.createStatement().execute("select 1");

      assertThat(roundTrips.count()).isEqualTo(1);
    }
  }

  @Test
  void countsNoCancelRequest() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);

      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(() -> statement.execute("select pg_sleep(30)"))
          .returns("57014", SQLException::getSQLState);
    }
    assertThat(proxy.connections()).isEqualTo(2);
    assertThat(roundTrips.count()).isEqualTo(1);
  }

  @Test
  void ownsUpToNotReadingAnotherProtocol() throws Exception {
    try (Socket stranger = new Socket(proxy.host(), proxy.port())) {
      OutputStream out = stranger.getOutputStream();
      out.write(new byte[] {0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01});

      Awaitility.await()
          .atMost(Duration.ofSeconds(10))
          .untilAsserted(
              () ->
                  assertThatIllegalStateException()
                      .isThrownBy(roundTrips::count)
                      .withMessageContaining("sslmode=disable"));
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
