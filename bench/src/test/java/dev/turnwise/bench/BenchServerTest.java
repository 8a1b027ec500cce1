package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.testkit.server.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BenchServerTest {
  private final String dsn = PostgresServer.shared().dsn();

  @Test
  void theDatabaseIsGoneAfterwards() throws SQLException {
    String name;
    try (BenchServer server = BenchServer.open(Optional.of(dsn))) {
      name = server.database().database();
      assertThat(value(dsn, "SELECT count(*) FROM pg_database WHERE datname = '" + name + "'"))
          .isEqualTo("1");
    }

    assertThat(value(dsn, "SELECT count(*) FROM pg_database WHERE datname = '" + name + "'"))
        .isEqualTo("0");
  }

  @Test
  void baselinesRunInSessionsAsTheStoreHasThem() throws SQLException {
    try (BenchServer server = BenchServer.open(Optional.of(dsn))) {
      String baseline = server.baseline().jdbcUrl();

      assertThat(value(baseline, "SHOW synchronous_commit")).isEqualTo("on");
      assertThat(value(baseline, "SHOW plan_cache_mode")).isEqualTo("force_generic_plan");
      assertThat(value(baseline, "SHOW enable_seqscan")).isEqualTo("off");
      assertThat(value(baseline, "SHOW jit")).isEqualTo("off");
    }
  }

  @Test
  void aMalformedAddressIsRefused() {
    assertThatThrownBy(() -> BenchServer.open(Optional.of("mysql://host/db")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("dsn ");
  }

  private static String value(String dsn, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(dsn);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
