package dev.turnwise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.turnwise.lock.RoomLock;
import dev.turnwise.testkit.cluster.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;

/**
 * A process that takes a lock, keeps it, and says on request whether it thinks that it holds it.
 */
final class LockHolderProcess implements AutoCloseable {

  private static final String HELD = "held";
  private static final String ASK = "ask";

  private final ChildJvm process;

  private LockHolderProcess(ChildJvm process) {
    this.process = process;
  }

  /** Starts one, and returns when it has the lock. */
  static LockHolderProcess start(String dsn, String key, Duration lease) throws Exception {
    ChildJvm process = ChildJvm.run(LockHolderProcess.class, dsn, key, lease.toString());
    if (!process.answer().equals(HELD)) {
      throw new AssertionError("the process did not get the lock");
    }
    return new LockHolderProcess(process);
  }

  /** What the process says of its lock: whether it holds it. */
  String ask() throws Exception {
    return process.ask(ASK);
  }

  /** Stops all its threads where they are. */
  void stop() throws Exception {
    process.stop();
  }

  /** Lets it go on as if nothing had been. */
  void cont() throws Exception {
    process.cont();
  }

  @Override
  public void close() {
    process.close();
  }

  /** The process itself: DSN, key, lease. */
  public static void main(String[] arguments) throws IOException {
    try (PostgresAdvisoryLockManager manager =
            PostgresAdvisoryLockManager.builder()
                .dsn(arguments[0])
                .applicationName("the-holder")
                .lockLease(Duration.parse(arguments[2]))
                .build();
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      RoomLock lock = manager.acquire(arguments[1], AdvisoryLocks.PATIENCE);
      System.out.println(HELD);
      while (questions.readLine() != null) {
        System.out.println(lock.isHeld() ? "certain" : "not certain");
      }
    }
  }
}
