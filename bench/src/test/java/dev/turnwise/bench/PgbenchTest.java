package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
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
  void theFirstSecondIsNotCounted() {
    String output =
        """
        pgbench (15.18 (Debian 15.18-0+deb12u1), server 18.6)
        progress: 1.0 s, 100.0 tps, lat 47.469 ms stddev 68.507, 0 failed
        progress: 2.0 s, 1100.0 tps, lat 28.876 ms stddev 36.742, 0 failed
        number of transactions actually processed: 2300
        initial connection time = 16.258 ms
        tps = 766.666667 (without initial connection time)
        """;

    assertThat(Pgbench.rate(output).orElseThrow()).isCloseTo(1100, within(0.01));
  }

  @Test
  void theOlderFormOfTheOutputIsReadToo() {
    String output =
        """
        progress: 1.0 s, 100.0 tps, lat 47.469 ms stddev 68.507
        number of transactions actually processed: 400
        tps = 190.000000 (including connections establishing)
        tps = 200.000000 (excluding connections establishing)
        """;

    assertThat(Pgbench.rate(output).orElseThrow()).isCloseTo(300, within(0.01));
  }

  @Test
  void anOutputWithoutFiguresHasNoRate() {
    assertThat(Pgbench.rate("pgbench: error: connection to server failed")).isEmpty();
  }

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
