package dev.turnwise.testkit.sim;

import dev.turnwise.error.ErrorCode;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.model.EditContent;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.testkit.history.Invoke;
import dev.turnwise.testkit.history.Outcome;
import java.util.Optional;
import java.util.UUID;

/** What callers make of what they are answered, as the history has it. */
final class Answers {

  private final World world;
  private final Recorder recorder;
  private final Tallied tallied;

  Answers(World world) {
    this.world = world;
    this.recorder = world.recorder();
    this.tallied = world.tallied();
  }

  /**
   * Waits for an answer and records it.
   *
   * @param patient whether to go on waiting when the answer is "unknown so far"; an impatient
   *     caller goes on with its next message, and hears of the end later
   * @return the event that the answer speaks of, if it speaks of one that is stored
   */
  Optional<UUID> settle(
      Worker worker, Invoke invoke, Worker.Asked<InboundResult> asked, boolean patient) {
    return switch (asked.await()) {
      case Worker.Answer.Returned<InboundResult>(InboundResult.Unknown unknown) -> {
        tallied.reach(Reached.UNKNOWN);
        if (patient) {
          yield complete(worker, invoke, unknown);
        }
        world.act("completion of op " + invoke.op(), () -> complete(worker, invoke, unknown));
        yield Optional.empty();
      }
      case Worker.Answer<InboundResult> answer -> definite(worker, invoke, answer);
    };
  }

  private Optional<UUID> complete(Worker worker, Invoke invoke, InboundResult.Unknown unknown) {
    Worker.Asked<InboundResult> asked =
        worker.ask(
            world.client(),
            "completion",
            engine -> unknown.completion().await(Worker.FOR_EVER).orElse(unknown));
    Optional<UUID> id = definite(worker, invoke, asked.await());
    if (id.isPresent()) {
      tallied.reach(Reached.UNKNOWN_COMPLETED);
    }
    return id;
  }

  private Optional<UUID> definite(
      Worker worker, Invoke invoke, Worker.Answer<InboundResult> answer) {
    return switch (answer) {
      case Worker.Answer.Returned<InboundResult>(var result) -> result(worker, invoke, result);
      case Worker.Answer.Threw<InboundResult>(var failure) -> {
        failed(invoke, failure);
        yield Optional.empty();
      }
      case Worker.Answer.WorkerGone<InboundResult> gone -> {
        tallied.reach(Reached.CALLER_LOST_WORKER);
        unknown(invoke);
        yield Optional.empty();
      }
    };
  }

  private void unknown(Invoke invoke) {
    recorder.record(new Outcome.Unknown(invoke.op(), recorder.tick()));
  }

  private Optional<UUID> result(Worker worker, Invoke invoke, InboundResult result) {
    long at = recorder.tick();
    long op = invoke.op();
    return switch (result) {
      case InboundResult.Stored(var event) -> {
        tallied.reach(event.content() instanceof EditContent ? Reached.EDITED : Reached.STORED);
        if (invoke.room().equals(World.CONVERSATION)) {
          tallied.reach(Reached.ROUTED);
        }
        recorder.record(new Outcome.Ok(op, event.index(), event.id(), at));
        yield Optional.of(event.id());
      }
      case InboundResult.Blocked(var event, var by, var reason) -> {
        tallied.reach(by.equals(Moderation.NAME) ? Reached.BLOCKED_BY_HOOK : Reached.BLOCKED_MUTED);
        recorder.record(new Outcome.Blocked(op, event.index(), event.id(), by, at));
        yield Optional.of(event.id());
      }
      case InboundResult.Duplicate(var original, var differs) -> {
        duplicate(invoke, original, differs, at);
        yield Optional.of(original.id());
      }
      case InboundResult.Refused(var reason) -> {
        refused(invoke, reason, at);
        yield Optional.empty();
      }
      case InboundResult.Unknown unknown -> {
        recorder.breach(
            SimulationRule.EVERY_CALL_IS_ANSWERED,
            "op " + op + " stays unknown to " + worker.name());
        recorder.record(new Outcome.Unknown(op, at));
        yield Optional.empty();
      }
      case InboundResult.Injected injected -> {
        recorder.breach(
            SimulationRule.ONLY_TYPED_FAILURES, "op " + op + " counts as a hook's injection");
        recorder.record(new Outcome.Unknown(op, at));
        yield Optional.empty();
      }
    };
  }

  private void duplicate(Invoke invoke, RoomEvent original, boolean differs, long at) {
    tallied.reach(differs ? Reached.DUPLICATE_OTHER_PAYLOAD : Reached.DUPLICATE);
    recorder.record(
        new Outcome.Duplicate(invoke.op(), original.index(), original.id(), differs, at));
  }

  private void refused(Invoke invoke, RefusalReason reason, long at) {
    if (reason == RefusalReason.ROOM_CLOSED) {
      tallied.reach(Reached.REFUSED_CLOSED);
    } else if (reason == RefusalReason.DUPLICATE) {
      tallied.reach(Reached.DUPLICATE_DELETED);
      recorder.refusedAsRepeat(invoke);
    }
    recorder.record(new Outcome.Refused(invoke.op(), reason.wire(), at));
  }

  /** Every error but these two says that nothing was stored, and is held to it. */
  private void failed(Invoke invoke, RuntimeException failure) {
    if (!(failure instanceof TurnwiseException typed) || isInternal(typed)) {
      recorder.breach(SimulationRule.ONLY_TYPED_FAILURES, "op " + invoke.op() + ": " + failure);
      unknown(invoke);
      return;
    }
    reach(typed.code());
    if (typed.code() == ErrorCode.OUTCOME_UNKNOWN || typed.code() == ErrorCode.CALL_INTERRUPTED) {
      unknown(invoke);
    } else {
      recorder.record(new Outcome.Refused(invoke.op(), typed.code().wire(), recorder.tick()));
    }
  }

  private static boolean isInternal(TurnwiseException failure) {
    return failure.getCause() != null && !(failure.getCause() instanceof TurnwiseException);
  }

  private void reach(ErrorCode code) {
    tallied.reach(
        switch (code) {
          case ROOM_BUSY -> Reached.ROOM_BUSY;
          case PROCESS_TIMEOUT -> Reached.PROCESS_TIMEOUT;
          case ENGINE_CLOSED -> Reached.ENGINE_CLOSED;
          case CALL_INTERRUPTED -> Reached.INTERRUPTED;
          case OUTCOME_UNKNOWN -> Reached.UNKNOWN;
          default -> Reached.FAILED;
        });
  }
}
