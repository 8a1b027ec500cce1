package dev.turnwise.commit;

import dev.turnwise.error.ConfigurationException;
import java.time.Duration;

/**
 * Bounds of the commit path.
 *
 * @param committers how many statements may be on their way at once; each uses one store connection
 * @param maxBatch most events of one room in one statement
 * @param maxRooms most rooms in one statement
 * @param maxWaiting most messages that may wait in this worker; beyond it callers get a typed error
 * @param commitTimeout how long a caller waits once its statement is on its way
 */
public record CommitConfig(
    int committers, int maxBatch, int maxRooms, int maxWaiting, Duration commitTimeout) {

  /** 4 committers, 128 events, 32 rooms, 10,000 waiting messages, 10 s. */
  public static final CommitConfig DEFAULT =
      new CommitConfig(4, 128, 32, 10_000, Duration.ofSeconds(10));

  public CommitConfig {
    requireAtLeastOne("commit.committers", committers);
    requireAtLeastOne("commit.max_batch", maxBatch);
    requireAtLeastOne("commit.max_rooms", maxRooms);
    requireAtLeastOne("commit.max_waiting", maxWaiting);
    if (!commitTimeout.isPositive()) {
      throw new ConfigurationException(
          "commit.commit_timeout", "is " + commitTimeout, "choose a positive duration");
    }
  }

  private static void requireAtLeastOne(String key, int value) {
    if (value < 1) {
      throw new ConfigurationException(key, "is " + value, "choose 1 or more");
    }
  }

  public CommitConfig withCommitters(int count) {
    return new CommitConfig(count, maxBatch, maxRooms, maxWaiting, commitTimeout);
  }

  public CommitConfig withMaxBatch(int events) {
    return new CommitConfig(committers, events, maxRooms, maxWaiting, commitTimeout);
  }

  public CommitConfig withMaxRooms(int rooms) {
    return new CommitConfig(committers, maxBatch, rooms, maxWaiting, commitTimeout);
  }

  public CommitConfig withMaxWaiting(int messages) {
    return new CommitConfig(committers, maxBatch, maxRooms, messages, commitTimeout);
  }

  public CommitConfig withCommitTimeout(Duration timeout) {
    return new CommitConfig(committers, maxBatch, maxRooms, maxWaiting, timeout);
  }
}
