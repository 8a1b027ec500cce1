package dev.turnwise.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.ConfigurationException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.Driver;

class PostgresDsnTest {
  private static final PostgresDsn FULL =
      new PostgresDsn(
          "db.example", 6543, "my db", "me@home", "p/w:+ä%", Map.of("sslmode", "require"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://me%40home:p%2Fw%3A+%C3%A4%25@db.example:6543/my%20db?sslmode=require",
        "postgres://me%40home:p%2Fw%3A%2B%C3%A4%25@db.example:6543/my%20db?sslmode=require",
        "jdbc:postgresql://db.example:6543/my%20db?user=me%40home&password=p%2Fw%3A%2B%C3%A4%25&sslmode=require",
      })
  void readsBothForms(String text) {
    assertThat(PostgresDsn.parse("dsn", text)).isEqualTo(FULL);
  }

  @Test
  void writesBothFormsSoThatTheyReadTheSame() {
    assertThat(PostgresDsn.parse("dsn", FULL.uri())).isEqualTo(FULL);
    assertThat(PostgresDsn.parse("dsn", FULL.jdbcUrl())).isEqualTo(FULL);
  }

  @Test
  void writesTheFormThatTheDriverReads() {
    assertThat(Driver.parseURL(FULL.jdbcUrl(), null))
        .containsEntry("PGHOST", "db.example")
        .containsEntry("PGPORT", "6543")
        .containsEntry("PGDBNAME", "my db")
        .containsEntry("user", "me@home")
        .containsEntry("password", "p/w:+ä%")
        .containsEntry("sslmode", "require");
  }

  @Test
  void fillsInWhatIsMissing() {
    assertThat(PostgresDsn.parse("dsn", "postgresql://"))
        .isEqualTo(new PostgresDsn("localhost", 5432, "postgres", "postgres", null, Map.of()));
    assertThat(PostgresDsn.parse("dsn", "postgresql://me@/").database()).isEqualTo("me");
  }

  @Test
  void readsAndWritesAddressesOfVersionSix() {
    PostgresDsn dsn = PostgresDsn.parse("dsn", "postgresql://me@[::1]:5433/db");

    assertThat(dsn.host()).isEqualTo("::1");
    assertThat(dsn.uri()).isEqualTo("postgresql://me@[::1]:5433/db");
    assertThat(dsn.jdbcUrl()).isEqualTo("jdbc:postgresql://[::1]:5433/db?user=me");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hush",
        "mysql://me:hush@host/db",
        "postgresql://me:hush@host:port/db",
        "postgresql://me:hush@host:0/db",
        "postgresql://me:hush@host:65536/db",
        "postgresql://me:hush@one,two/db",
        "postgresql://me:hush%zz@host/db",
        "jdbc:postgresql:db"
      })
  void refusesOtherTextWithoutRepeatingIt(String text) {
    assertThatThrownBy(() -> PostgresDsn.parse("--dsn", text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("--dsn is not the address of one PostgreSQL database: write")
        .hasMessageNotContaining("hush");
  }

  @Test
  void showsNoSecrets() {
    assertThat(FULL.withParameter("sslpassword", "hush").toString())
        .isEqualTo("postgresql://me%40home@db.example:6543/my%20db");
  }
}
