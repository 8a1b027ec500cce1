package dev.turnwise.bench;

import dev.turnwise.lock.RoomLock;
import dev.turnwise.postgres.PostgresAdvisoryLockManager;
import dev.turnwise.testkit.server.PostgresDsn;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A lock manager with sessions of its own: nothing but the server is common to two of them. */
final class ManagedContender implements Contender {
  private static final String KEY = "bench";
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final PostgresAdvisoryLockManager manager;
  private volatile @Nullable RoomLock held;

  ManagedContender(PostgresDsn database) {
    manager =
        PostgresAdvisoryLockManager.builder()
            .dsn(database.jdbcUrl())
            .applicationName("bench")
            .build();
    manager.init();
  }

  @Override
  public void acquire() {
    held = manager.acquire(KEY, LONGEST_WAIT);
  }

  @Override
  public void release() {
    Objects.requireNonNull(held).close();
  }

  @Override
  public void close() {
    manager.close();
  }
}
