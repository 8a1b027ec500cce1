package dev.turnwise.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.turnwise.Turnwise;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookResult;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.testkit.cluster.ChildJvm;
import dev.turnwise.testkit.fake.FakeChannel;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A worker as a process of its own: an engine on PostgreSQL with hooks, so that its rooms are
 * gated. A message whose text begins with {@value #HOLD} stays in the hook, the first time that it
 * gets there, until the process is told to let it go.
 */
final class EngineProcess implements AutoCloseable {

  static final String HOLD = "hold";
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChildJvm process;

  private EngineProcess(ChildJvm process) {
    this.process = process;
  }

  /** How a worker is to be started. */
  record Settings(String dsn, String lockDsn, String id, Duration lease, boolean hooks) {}

  static EngineProcess start(Settings settings) throws Exception {
    ChildJvm process =
        ChildJvm.run(
            EngineProcess.class,
            settings.dsn(),
            settings.lockDsn(),
            settings.id(),
            settings.lease().toString(),
            Boolean.toString(settings.hooks()));
    if (!process.answer().equals("ready")) {
      throw new AssertionError("the worker did not start");
    }
    return new EngineProcess(process);
  }

  /** Offers a message under a key; the result is asked for by the key. */
  void send(String room, String key, String text) {
    process.tell("send " + room + " " + key + " " + text);
  }

  /** Lets held messages leave the hook. */
  void letGo() {
    process.tell("go");
  }

  /** Waits until the message with this text has come to the hook so many times. */
  void awaitHooked(String text, int times) {
    await()
        .atMost(PATIENCE)
        .until(() -> process.said().stream().filter(("hooked " + text)::equals).count() >= times);
  }

  /** The result of a message, for example {@code stored 3} or {@code failed room_busy}. */
  String result(String key) {
    String prefix = "result " + key + " ";
    await().atMost(PATIENCE).until(() -> process.said(line -> line.startsWith(prefix)).isPresent());
    return process.said(line -> line.startsWith(prefix)).orElseThrow().substring(prefix.length());
  }

  Optional<String> resultIfThere(String key) {
    String prefix = "result " + key + " ";
    return process
        .said(line -> line.startsWith(prefix))
        .map(line -> line.substring(prefix.length()));
  }

  /** How often this worker has decided again because it had lost the commit lock. */
  long reruns() {
    return process.said().stream().filter("gates_rerun"::equals).count();
  }

  void stop() throws Exception {
    process.stop();
  }

  void cont() throws Exception {
    process.cont();
  }

  void kill() throws Exception {
    process.kill();
  }

  @Override
  public void close() {
    process.close();
  }

  public static void main(String[] arguments) throws IOException {
    CountDownLatch go = new CountDownLatch(1);
    try (Turnwise engine = engine(arguments, go);
        ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      say("ready");
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        if (line.equals("go")) {
          go.countDown();
        } else {
          String[] words = line.split(" ", 4);
          callers.execute(() -> say("result " + words[2] + " " + offer(engine, words)));
        }
      }
    }
  }

  private static Turnwise engine(String[] arguments, CountDownLatch go) {
    PostgresAdvisoryLockManager locks =
        PostgresAdvisoryLockManager.builder()
            .dsn(arguments[1])
            .lockLease(Duration.parse(arguments[3]))
            .applicationName(arguments[2] + "-locks")
            .build();
    Turnwise engine =
        Turnwise.builder()
            .store(
                PostgresStore.builder()
                    .dsn(arguments[0])
                    .applicationName(arguments[2] + "-store")
                    .build())
            .lockManager(locks)
            .workerId(arguments[2])
            .channel(FakeChannel.named("sms"))
            .build();
    engine.on(FrameworkEvent.GatesRerun.class, event -> say("gates_rerun"));
    if (Boolean.parseBoolean(arguments[4])) {
      engine.hook(hold(go));
    }
    return engine;
  }

  private static Hook hold(CountDownLatch go) {
    Set<String> held = ConcurrentHashMap.newKeySet();
    return Hook.beforeBroadcast(
            "hold",
            (event, context) -> {
              String text = text(event);
              say("hooked " + text);
              if (text.startsWith(HOLD) && held.add(text)) {
                go.await();
              }
              return HookResult.allow();
            })
        .withTimeout(PATIENCE)
        .withFailClosed();
  }

  private static String text(RoomEvent event) {
    return event.content() instanceof TextContent content ? content.text() : "";
  }

  private static String offer(Turnwise engine, String[] words) {
    try {
      return switch (engine.sendEvent(
          words[1], "sms", EventDraft.text(words[3]).withIdempotencyKey(words[2]))) {
        case InboundResult.Stored(var event) -> "stored " + event.index();
        case InboundResult.Duplicate(var original, var differs) -> "duplicate " + original.index();
        case InboundResult.Blocked blocked -> "blocked by " + blocked.by();
        case InboundResult.Refused(var reason) -> "refused " + reason.wire();
        case InboundResult.Unknown unknown -> "unknown";
        case InboundResult.Injected injected -> "injected";
      };
    } catch (TurnwiseException failure) {
      return "failed " + failure.code().wire();
    }
  }

  private static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
