package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.testkit.server.PostgresDsn;
import dev.turnwise.testkit.server.PostgresServer;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PgbenchTest {

  @Test
  void aProgramThatIsNotThereIsNotFound() {
    assertThat(Pgbench.at("turnwise-no-such-program")).isEmpty();
  }

  @Test
  void aProgramThatOnlyFailsIsNotFound() {
    assertThat(Pgbench.at("false")).isEmpty();
  }

  @Test
  void itRunsWholeSecondsOnly() {
    assertThat(Pgbench.canRunFor(Duration.ofSeconds(2))).isTrue();
    assertThat(Pgbench.canRunFor(Duration.ofMillis(1500))).isFalse();
  }

  @Test
  void aScriptIsRunAgainAndAgain() {
    Pgbench pgbench = installed();
    PostgresDsn dsn = PostgresDsn.parse("dsn", PostgresServer.shared().newDatabase());
    Script script =
        Script.parse(
            "one.sql",
            "\\set a random(1, :most)\nSELECT 1 / (CASE WHEN :a <= 3 THEN 1 ELSE 0 END);");

    assertThat(pgbench.run(dsn, script, Map.of("most", "3"), 2, Duration.ofSeconds(1)))
        .isGreaterThan(1);
  }

  @Test
  void aScriptThatFailsIsToldWithItsReasonAndWithoutThePassword() {
    Pgbench pgbench = installed();
    PostgresDsn dsn = PostgresDsn.parse("dsn", PostgresServer.shared().newDatabase());
    Script script = Script.parse("broken.sql", "SELECT * FROM nothing_here;");

    assertThatThrownBy(() -> pgbench.run(dsn, script, Map.of(), 1, Duration.ofSeconds(1)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("broken.sql")
        .hasMessageContaining("nothing_here")
        .satisfies(
            failure ->
                assertThat(failure.getMessage())
                    .doesNotContain(Optional.ofNullable(dsn.password()).orElse("no password")));
  }

  private static Pgbench installed() {
    Optional<Pgbench> pgbench = Pgbench.onPath();
    assumeTrue(pgbench.isPresent(), "pgbench is not on the PATH");
    return pgbench.orElseThrow();
  }
}
