package dev.turnwise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.turnwise.store.WorkerInfo;
import dev.turnwise.testkit.cluster.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Set;

/** A process that is registered as a worker until its input ends: DSN, id, lease. */
final class WorkerProcess {

  static final String REGISTERED = "registered";

  private WorkerProcess() {}

  static ChildJvm start(String dsn, String id, Duration lease) throws Exception {
    ChildJvm process = ChildJvm.run(WorkerProcess.class, dsn, id, lease.toString());
    if (!process.answer().equals(REGISTERED)) {
      throw new AssertionError("the process could not register");
    }
    return process;
  }

  public static void main(String[] arguments) throws IOException {
    try (PostgresStore store =
            PostgresStore.builder()
                .dsn(arguments[0])
                .applicationName("the-worker")
                .workerLease(Duration.parse(arguments[2]))
                .build();
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      store.register(new WorkerInfo(arguments[1], Set.of("sms"), true));
      System.out.println(REGISTERED);
      while (questions.readLine() != null) {
        System.out.println(REGISTERED);
      }
    }
  }
}
