package dev.turnwise.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseBuilder;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.error.ErrorCode;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.result.InboundResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * One worker process: an engine, offers on its input, answers on its output.
 *
 * <p>It stops at the end of its input, so it never outlives the coordinator, however that ended.
 */
public final class Worker {
  /** Errors after which the same line may be offered again, and stored. */
  static final Set<ErrorCode> PASSING =
      EnumSet.of(
          ErrorCode.STORE_UNAVAILABLE,
          ErrorCode.OUTCOME_UNKNOWN,
          ErrorCode.PROCESS_TIMEOUT,
          ErrorCode.OVERLOADED,
          ErrorCode.ROOM_BUSY);

  static final String INTERNAL = "internal";

  /** Before a passing error is told, so that repeats give a restarting database some seconds. */
  private static final Duration PAUSE = Duration.ofMillis(500);

  private static final Duration SHUTDOWN = Duration.ofSeconds(2);

  private final Turnwise turnwise;
  private final OutputStream out;

  private Worker(Turnwise turnwise, OutputStream out) {
    this.turnwise = turnwise;
    this.out = out;
  }

  /**
   * Serves until the input ends.
   *
   * @param backends what the engine runs on
   * @param inputEnded called when the coordinator is gone or wants no more; what it offered before
   *     is still brought to its end
   */
  public static void run(InputStream in, OutputStream out, Backends backends, Runnable inputEnded)
      throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8));
    String first = lines.readLine();
    if (first == null || !(Protocol.toWorker(first) instanceof ToWorker.Start start)) {
      return;
    }
    try (Turnwise turnwise = engine(start, backends)) {
      turnwise.on(FrameworkEvent.GatesRerun.class, _ -> tell(out, new FromWorker.GatesRerun()));
      Protocol.write(out, new FromWorker.Ready());
      new Worker(turnwise, out).serve(lines, inputEnded);
    } catch (TurnwiseException failure) {
      Protocol.write(
          out, new FromWorker.Broken(failure.code().wire(), String.valueOf(failure.getMessage())));
    }
  }

  private static Turnwise engine(ToWorker.Start start, Backends backends) {
    TurnwiseBuilder builder =
        Turnwise.builder()
            .workerId(start.workerId())
            .store(backends.store(start.dsn(), start.workerId()))
            .lockManager(backends.locks(start.dsn(), start.workerId()))
            .channel(new IrcChannel())
            .config(TurnwiseConfig.DEFAULT.withShutdownTimeout(SHUTDOWN));
    Moderation.of(start.hooks()).hooks().forEach(builder::hook);
    return builder.build();
  }

  private void serve(BufferedReader lines, Runnable inputEnded) throws IOException {
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (Protocol.toWorker(line) instanceof ToWorker.Offer offer) {
          callers.execute(() -> answer(offer));
        }
      }
      inputEnded.run();
    }
  }

  private void answer(ToWorker.Offer offer) {
    tell(out, outcome(offer));
  }

  private static void tell(OutputStream out, FromWorker message) {
    try {
      Protocol.write(out, message);
    } catch (IOException coordinatorIsGone) {
      // The end of the input says the same and ends this worker.
    }
  }

  private FromWorker.Answer outcome(ToWorker.Offer offer) {
    long op = offer.op();
    try {
      return switch (Lines.store(turnwise, offer)) {
        case InboundResult.Stored stored ->
            new FromWorker.Stored(
                op,
                stored.event().index(),
                stored.event().id(),
                Lines.digest(stored.event().content()));
        case InboundResult.Duplicate duplicate ->
            new FromWorker.Duplicate(
                op,
                duplicate.original().index(),
                duplicate.original().id(),
                duplicate.payloadDiffers(),
                Lines.digest(duplicate.original().content()));
        case InboundResult.Blocked blocked ->
            new FromWorker.Blocked(
                op,
                blocked.event().index(),
                blocked.event().id(),
                blocked.by(),
                Lines.digest(blocked.event().content()));
        case InboundResult.Refused refused -> new FromWorker.Refused(op, refused.reason().wire());
        case InboundResult.Unknown _ -> new FromWorker.Unknown(op);
        case InboundResult.Injected _ ->
            throw new IllegalStateException("a worker of the demo sends from no hook");
      };
    } catch (TurnwiseException failure) {
      pauseIfItPasses(failure.code());
      return new FromWorker.Failed(op, failure.code().wire(), String.valueOf(failure.getMessage()));
    } catch (RuntimeException failure) {
      return new FromWorker.Failed(op, INTERNAL, failure.toString());
    }
  }

  private static void pauseIfItPasses(ErrorCode code) {
    if (PASSING.contains(code)) {
      try {
        Thread.sleep(PAUSE);
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
