package dev.turnwise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.turnwise.lock.RoomLock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process that takes a lock, keeps it, and says on request whether it thinks that it holds it.
 */
final class LockHolderProcess implements AutoCloseable {

  private static final String HELD = "held";
  private static final String ASK = "ask";
  private static final Duration START = Duration.ofMinutes(1);

  private final Process process;
  private final BufferedReader answers;

  private LockHolderProcess(Process process) {
    this.process = process;
    this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /** Starts one, and returns when it has the lock. */
  static LockHolderProcess start(String dsn, String key, Duration lease) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            LockHolderProcess.class.getName(),
            dsn,
            key,
            lease.toString());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    LockHolderProcess holder = new LockHolderProcess(builder.start());
    if (!holder.answer(START).equals(HELD)) {
      throw new AssertionError("the process did not get the lock");
    }
    return holder;
  }

  /** What the process says of its lock: whether it holds it, and how many losses it was told of. */
  String ask() throws Exception {
    OutputStream questions = process.getOutputStream();
    questions.write((ASK + "\n").getBytes(UTF_8));
    questions.flush();
    return answer(AdvisoryLocks.PATIENCE);
  }

  private String answer(Duration atMost)
      throws InterruptedException, ExecutionException, TimeoutException {
    return CompletableFuture.supplyAsync(this::readLine)
        .get(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  private String readLine() {
    try {
      return String.valueOf(answers.readLine());
    } catch (IOException e) {
      throw new AssertionError("the process ended", e);
    }
  }

  /** Stops all its threads where they are. */
  void stop() throws Exception {
    signal("STOP");
  }

  /** Lets it go on as if nothing had been. */
  void cont() throws Exception {
    signal("CONT");
  }

  private void signal(String name) throws Exception {
    String pid = Long.toString(process.pid());
    int exit = new ProcessBuilder("kill", "-" + name, pid).inheritIO().start().waitFor();
    if (exit != 0) {
      throw new AssertionError("kill -" + name + " failed with " + exit);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
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
