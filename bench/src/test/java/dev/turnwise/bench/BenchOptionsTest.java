package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BenchOptionsTest {

  @Test
  void pairsHaveBounds() {
    assertThatThrownBy(() -> BenchOptions.DEFAULT.withPairs(0))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("pairs is 0: choose 1 to 1000");
    assertThatThrownBy(() -> BenchOptions.DEFAULT.withPairs(1001))
        .isInstanceOf(ConfigurationException.class);
    assertThat(BenchOptions.DEFAULT.withPairs(1000).pairs()).isEqualTo(1000);
  }

  @Test
  void slicesHaveBounds() {
    assertThatThrownBy(() -> BenchOptions.DEFAULT.withSlice(Duration.ofMillis(99)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("100 ms to 60 s");
    assertThatThrownBy(() -> BenchOptions.DEFAULT.withSlice(Duration.ofSeconds(61)))
        .isInstanceOf(ConfigurationException.class);
    assertThat(BenchOptions.DEFAULT.withSlice(Duration.ofSeconds(60)).slice())
        .isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void theDefaultIsJudgedByPgbench() {
    assertThat(BenchOptions.DEFAULT.pairs()).isGreaterThanOrEqualTo(Judgement.FEWEST_PAIRS);
    assertThat(Pgbench.canRunFor(BenchOptions.DEFAULT.slice())).isTrue();
  }
}
