package dev.turnwise.testkit.fault;

import static dev.turnwise.testkit.fault.Direction.CLIENT_TO_SERVER;
import static dev.turnwise.testkit.fault.TrafficMatcher.containing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.turnwise.testkit.server.PostgresDsn;
import dev.turnwise.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownOutcomeTest {
  @ParameterizedTest
  @CsvSource({"BEFORE_REPLY, 1", "BEFORE_THEM, 0"})
  void theSameErrorHidesAStoredRowAndAMissingOne(Moment moment, int stored) throws Exception {
    PostgresServer server = PostgresServer.shared();
    String url = server.newDatabase();
    PostgresDsn dsn = PostgresDsn.parse("dsn", url);
    try (Connection direct = DriverManager.getConnection(url);
        FaultProxy proxy = FaultProxy.before(dsn.host(), dsn.port());
        Connection doomed =
            DriverManager.getConnection(dsn.withAddress(proxy.host(), proxy.port()).jdbcUrl());
        PreparedStatement insert = doomed.prepareStatement("insert into note values (?)")) {
      direct.createStatement().execute("create table note (text text)");
      Watch watch = proxy.onTraffic(CLIENT_TO_SERVER, containing("key-7"), moment, Link::cut);
      insert.setString(1, "key-7");

      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(insert::executeUpdate)
          .returns("08006", SQLException::getSQLState);

      assertThat(watch.await(Duration.ofSeconds(10))).isTrue();
      try (ResultSet count = direct.createStatement().executeQuery("select count(*) from note")) {
        count.next();
        assertThat(count.getInt(1)).isEqualTo(stored);
      }
    }
    server.dropDatabase(url);
  }
}
