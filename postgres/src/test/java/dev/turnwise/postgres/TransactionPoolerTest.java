package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.turnwise.error.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A pooler that gives one client several sessions would lose locks, so it is refused (BR-68). */
class TransactionPoolerTest {

  private final TestDatabase database = new TestDatabase();
  private final AdvisoryLocks server = new AdvisoryLocks(database);

  @AfterEach
  void end() {
    database.close();
  }

  @ParameterizedTest
  @EnumSource
  void startUpStopsAndSaysWhy(HalfAPooler.Manner manner) throws Exception {
    try (HalfAPooler pooler = HalfAPooler.before(database.dsn(), manner);
        PostgresAdvisoryLockManager manager = PostgresAdvisoryLockManager.at(pooler.dsn())) {
      assertThatThrownBy(manager::init)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("locks.dsn")
          .hasMessageContaining("options")
          .hasMessageContaining("poolers in transaction mode")
          .hasMessageContaining("connect to PostgreSQL itself");
      assertThat(server.sessions("turnwise-locks")).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void nobodyGetsALockThereEither(HalfAPooler.Manner manner) throws Exception {
    try (HalfAPooler pooler = HalfAPooler.before(database.dsn(), manner);
        PostgresAdvisoryLockManager manager = PostgresAdvisoryLockManager.at(pooler.dsn())) {
      assertThatThrownBy(() -> manager.acquire("room", Duration.ofMinutes(1)))
          .isInstanceOf(ConfigurationException.class);
      assertThatThrownBy(() -> manager.tryAcquire("room"))
          .isInstanceOf(ConfigurationException.class);
      assertThat(manager.keysInUse()).isZero();
      assertThat(server.granted()).isZero();
    }
  }

  /**
   * Refuses the options as it is shipped; where that was in the way, it has been told to swallow
   * them.
   */
  @ParameterizedTest
  @ValueSource(strings = {"extra_float_digits", "extra_float_digits, options"})
  void aRealPgBouncerIsRefused(String ignored) throws Exception {
    assumeThat(PgBouncer.isOnThePath()).as("pgbouncer is on the PATH").isTrue();
    try (PgBouncer pooler = PgBouncer.before(database.dsn(), ignored);
        PostgresAdvisoryLockManager manager = PostgresAdvisoryLockManager.at(pooler.dsn())) {
      assertThatThrownBy(manager::init)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("poolers in transaction mode");
    }
  }

  @Test
  void thePasswordIsInNoMessage() {
    String wrong = database.dsn().replaceAll("password=[^&]*", "password=open-sesame");
    try (PostgresAdvisoryLockManager manager = PostgresAdvisoryLockManager.at(wrong)) {
      assertThatThrownBy(manager::init)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("refuses this user, password or database")
          .hasMessageNotContaining("sesame");
    }
  }
}
