package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.runtime.Promise;
import dev.turnwise.runtime.Signal;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.runtime.ThreadTasks;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * What is certain counts from the question, not from the answer, and never outlives the server's.
 */
class LeaseTest {

  private final ManualClock clock = new ManualClock();
  private final Lease lease = new Lease(clock, settings(), clock.now());

  private static LockSettings settings() {
    return new LockSettings(
        PostgresDsn.parse("postgresql://ann@host/db"),
        10,
        Duration.ofSeconds(9),
        Duration.ofSeconds(1),
        1_000,
        "namespace",
        "application",
        Duration.ofSeconds(5));
  }

  @Test
  void locksAreCertainForTheLeaseLessItsMargin() {
    assertThat(lease.remaining()).isEqualTo(Duration.ofSeconds(8));
    clock.advance(Duration.ofSeconds(8).minusNanos(1));
    assertThat(lease.remaining()).isEqualTo(Duration.ofNanos(1));
    clock.advance(Duration.ofNanos(1));
    assertThat(lease.remaining()).isZero();
    clock.advance(Duration.ofHours(1));
    assertThat(lease.remaining()).isZero();
  }

  @Test
  void anAnswerRenewsItFromTheMomentOfTheQuestion() {
    clock.advance(Duration.ofSeconds(3));
    Duration asked = clock.now();
    clock.advance(Duration.ofSeconds(2));
    lease.renew(asked);
    assertThat(lease.remaining()).isEqualTo(Duration.ofSeconds(6));
  }

  @Test
  void aPingIsDueAfterAThird() {
    assertThat(lease.untilPing()).isEqualTo(Duration.ofSeconds(3));
    clock.advance(Duration.ofSeconds(3));
    assertThat(lease.untilPing()).isZero();
  }

  @Test
  void aPingThatGetsNoAnswerIsGivenUpWhileTheLocksAreCertain() {
    clock.advance(lease.untilPing());
    clock.advance(settings().answerTimeout());
    assertThat(lease.remaining()).isPositive();
  }

  @Test
  void nothingIsBegunInItsSecondHalf() {
    clock.advance(Duration.ofSeconds(4));
    assertThat(lease.isHalfOver()).isFalse();
    clock.advance(Duration.ofNanos(1));
    assertThat(lease.isHalfOver()).isTrue();
  }

  @Test
  void itEndsWithItsConnection() {
    lease.end();
    assertThat(lease.remaining()).isZero();
    lease.renew(clock.now());
    assertThat(lease.remaining()).isZero();
  }

  /** Real tasks at a time of the test's choosing. */
  private static final class ManualClock implements Tasks {
    private final Tasks real = new ThreadTasks();
    private Duration now = Duration.ofDays(1);

    void advance(Duration by) {
      now = now.plus(by);
    }

    @Override
    public Duration now() {
      return now;
    }

    @Override
    public void fork(String name, Runnable body) {
      real.fork(name, body);
    }

    @Override
    public void service(String name, Runnable body) {
      real.service(name, body);
    }

    @Override
    public Signal signal() {
      return real.signal();
    }

    @Override
    public <T> Promise<T> promise() {
      return real.promise();
    }
  }
}
