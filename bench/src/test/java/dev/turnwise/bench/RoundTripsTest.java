package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.testkit.server.PostgresDsn;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RoundTripsTest {

  @Test
  void whereNothingCanBeCountedTheRowsSayWhy() {
    PostgresDsn dsn = new PostgresDsn("127.0.0.1", 1, "db", "user", null, Map.of());

    List<Row> rows =
        RoundTrips.count(
            dsn,
            "bench-1",
            Duration.ofMillis(100),
            readable -> {
              throw new ConfigurationException("store.dsn", "is refused", "encrypt");
            });

    assertThat(rows)
        .extracting(Row::name)
        .containsExactly("round_trips_alone", "round_trips_32_waiting");
    assertThat(rows).extracting(Row::verdict).containsOnly(Verdict.NOT_JUDGED);
    assertThat(rows).extracting(Row::measured).containsOnlyNulls();
    assertThat(rows)
        .extracting(Row::reason)
        .containsOnly("cannot be counted: store.dsn is refused: encrypt");
  }
}
