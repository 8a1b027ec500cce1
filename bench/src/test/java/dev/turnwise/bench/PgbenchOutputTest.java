package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class PgbenchOutputTest {

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

    assertThat(PgbenchOutput.rate(output).orElseThrow()).isCloseTo(1100, within(0.01));
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

    assertThat(PgbenchOutput.rate(output).orElseThrow()).isCloseTo(300, within(0.01));
  }

  @Test
  void anOutputWithoutFiguresHasNoRate() {
    assertThat(PgbenchOutput.rate("pgbench: error: connection to server failed")).isEmpty();
  }

  @Test
  void aFirstSecondThatIsReportedLateCounts() {
    String output =
        """
        progress: 1.9 s, 100.0 tps, lat 47.469 ms stddev 68.507, 0 failed
        number of transactions actually processed: 200
        tps = 100.000000 (without initial connection time)
        """;

    assertThat(PgbenchOutput.rate(output)).hasValue(100);
  }

  @Test
  void aRunInWhichNothingWasDoneHasRateZero() {
    String output =
        """
        progress: 2.1 s, 0.0 tps, lat 0.000 ms stddev 0.000, 0 failed
        number of transactions actually processed: 0
        number of failed transactions: 0 (NaN%)
        """;

    assertThat(PgbenchOutput.rate(output)).hasValue(0);
  }
}
