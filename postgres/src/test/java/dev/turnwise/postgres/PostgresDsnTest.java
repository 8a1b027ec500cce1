package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.postgres.PostgresDsn.Server;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Both forms of a DSN, and what is wrong with others. */
class PostgresDsnTest {

  private static final String SECRET = "c4n4xy";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://ann:c4n4xy@db.example.org:6000/chats",
        "postgres://ann:c4n4xy@db.example.org:6000/chats",
        "POSTGRESQL://ann:c4n4xy@db.example.org:6000/chats",
        "  postgresql://ann:c4n4xy@db.example.org:6000/chats\n",
        "postgresql://db.example.org:6000/chats?user=ann&password=c4n4xy",
        "postgresql://db.example.org:6000?user=ann&password=c4n4xy&dbname=chats",
        "jdbc:postgresql://db.example.org:6000/chats?user=ann&password=c4n4xy",
        "jdbc:postgresql://ann:c4n4xy@db.example.org:6000/chats",
      })
  void allWaysToSayTheSameAreTheSame(String text) {
    assertThat(PostgresDsn.parse(text))
        .isEqualTo(
            new PostgresDsn(
                List.of(new Server("db.example.org", 6000)), "chats", "ann", SECRET, Map.of()));
  }

  @Test
  void reservedCharactersArePercentEncodedAndAPlusIsAPlus() {
    PostgresDsn dsn = PostgresDsn.parse("postgresql://a%40b:p%3A%2F%3F%23%25+%C3%BC@host/my%20db");

    assertThat(dsn.user()).isEqualTo("a@b");
    assertThat(dsn.password()).isEqualTo("p:/?#%+ü");
    assertThat(dsn.database()).isEqualTo("my db");
  }

  @Test
  void aPasswordMayHoldColonsAndAtSigns() {
    PostgresDsn dsn = PostgresDsn.parse("postgresql://ann:a:b@c@host/db");

    assertThat(dsn.password()).isEqualTo("a:b@c");
    assertThat(dsn.servers()).containsExactly(new Server("host", 5432));
  }

  @Test
  void whatIsLeftOutHasTheUsualDefaults() {
    assertThat(PostgresDsn.parse("postgresql:///chats"))
        .isEqualTo(
            new PostgresDsn(List.of(new Server("localhost", 5432)), "chats", null, null, Map.of()));
    assertThat(PostgresDsn.parse("jdbc:postgresql:chats").database()).isEqualTo("chats");
    assertThat(PostgresDsn.parse("jdbc:postgresql:/chats").database()).isEqualTo("chats");
    assertThat(PostgresDsn.parse("postgresql://ann@host").database()).isEqualTo("ann");
    assertThat(PostgresDsn.parse("postgresql://ann:@host:/chats"))
        .isEqualTo(
            new PostgresDsn(List.of(new Server("host", 5432)), "chats", "ann", null, Map.of()));
  }

  @Test
  void addressesOfVersion6StandInBrackets() {
    PostgresDsn dsn = PostgresDsn.parse("postgresql://ann@[2001:db8::1]:6000/db");

    assertThat(dsn.servers()).containsExactly(new Server("2001:db8::1", 6000));
    assertThat(dsn.target()).isEqualTo("[2001:db8::1]:6000/db");
    assertThat(PostgresDsn.parse("jdbc:postgresql://[::1]/db").servers())
        .containsExactly(new Server("::1", 5432));
  }

  @Test
  void severalServersMayBeNamed() {
    PostgresDsn dsn =
        PostgresDsn.parse("postgresql://ann@one,two:6000/db?target_session_attrs=read-write");

    assertThat(dsn.servers()).containsExactly(new Server("one", 5432), new Server("two", 6000));
    assertThat(dsn.parameters()).isEqualTo(Map.of("targetServerType", "primary"));
  }

  @Test
  void parametersMayBeNamedAsTheDriverDoesOrAsLibpqDoes() {
    assertThat(
            PostgresDsn.parse(
                    "postgresql://h/db?sslmode=require&connect_timeout=3&application_name=me")
                .parameters())
        .isEqualTo(Map.of("sslmode", "require", "connectTimeout", "3", "ApplicationName", "me"));
    assertThat(PostgresDsn.parse("jdbc:postgresql://h/db?currentSchema=chat&ssl=true").parameters())
        .isEqualTo(Map.of("currentSchema", "chat", "ssl", "true"));
  }

  @Test
  void itsTextFormsShowNoSecret() {
    PostgresDsn dsn =
        PostgresDsn.parse(
            "postgresql://ann:c4n4xy@host:6000/db?sslpassword=c4n4xy&options=-c%20x.y=c4n4xy");

    assertThat(dsn).hasToString("postgresql://ann@host:6000/db?options&sslpassword");
    assertThat(dsn.target()).isEqualTo("host:6000/db");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "mysql://ann:c4n4xy@host/db",
        "ann:c4n4xy@host/db",
        "jdbc:mysql://host/db?user=ann&password=c4n4xy",
        "host=localhost password=c4n4xy",
        "postgresql://",
        "postgresql://host",
        "postgresql://:c4n4xy@/",
        "postgresql://ann:c4n4xy@host:0/db",
        "postgresql://ann:c4n4xy@host:65536/db",
        "postgresql://ann:c4n4xy@host:c4n4xy/db",
        "postgresql://ann:c4n4xy@host:12:34/db",
        "postgresql://ann:c4n4xy@2001:db8::1/db",
        "postgresql://ann:c4n4xy@[::1/db",
        "postgresql://ann:c4n4xy@[::1]c4n4xy/db",
        "postgresql://ann:c4n4xy@one,,two/db",
        "postgresql://ann:c4n4xy%zz@host/db",
        "postgresql://ann:c4n4xy%@host/db",
        "postgresql://ann:c4n/4xy@host/db",
        "postgresql://ann:12/c4n4xy@host/db",
        "postgresql://ann:c4n?4xy@host/db",
        "postgresql://ann:c4n4xy@host/db/more",
        "postgresql://ann:c4n4xy@host/db?c4n4xy",
        "postgresql://ann:c4n4xy@host/db?=c4n4xy",
        "postgresql://ann:c4n4xy@host/db?no_such_parameter=c4n4xy",
        "postgresql://ann:c4n4xy@host/db?target_session_attrs=c4n4xy",
      })
  void whatIsMalformedIsRefusedWithTheAcceptedFormsAndWithoutThePassword(String text) {
    assertThatThrownBy(() -> PostgresDsn.parse(text))
        .isInstanceOf(ConfigurationException.class)
        .hasNoCause()
        .hasMessageStartingWith("store.dsn ")
        .hasMessageContaining("postgresql://user:password@host:port/database")
        .hasMessageContaining("jdbc:postgresql://")
        .message()
        .doesNotContain("c4n", "4xy");
  }

  @Test
  void anUnknownParameterIsNamed() {
    assertThatThrownBy(() -> PostgresDsn.parse("postgresql://host/db?sslmod=require"))
        .hasMessageContaining("unknown parameter 'sslmod'");
  }
}
