package dev.turnwise;

import dev.turnwise.commit.CommitRequest;
import dev.turnwise.commit.CommitResult;
import dev.turnwise.commit.Commits;
import dev.turnwise.error.ProcessTimeoutException;
import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.result.InboundResult;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.runtime.Calls;
import dev.turnwise.runtime.Tasks;
import dev.turnwise.store.Mutation;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/**
 * Hands requests to the commit queue under the process timeout, and tells subscribers what became
 * of them.
 */
final class CommitDesk {

  private final Commits commits;
  private final FrameworkEvents events;
  private final Tasks tasks;
  private final Calls calls;
  private final Duration processTimeout;

  CommitDesk(
      Commits commits, FrameworkEvents events, Tasks tasks, Calls calls, Duration processTimeout) {
    this.commits = commits;
    this.events = events;
    this.tasks = tasks;
    this.calls = calls;
    this.processTimeout = processTimeout;
  }

  /** Until when a call that begins now must have been sent. */
  Duration deadline() {
    return tasks.now().plus(processTimeout);
  }

  /** Runs application code, and stops waiting for it at the deadline. */
  <T> T bounded(Duration deadline, String subject, String step, Supplier<T> code) {
    return calls
        .call("turnwise-inbound", deadline.minus(tasks.now()), code)
        .orElseThrow(
            () -> told(new ProcessTimeoutException(subject, step, processTimeout), subject));
  }

  InboundResult commit(CommitRequest request, Duration deadline) {
    return switch (result(request, deadline)) {
      case CommitResult.Done(var result, var touched) -> result;
      case CommitResult.Failed(var failure) -> throw failure;
    };
  }

  void failed(String roomId, String doing, Throwable failure) {
    events.publish(new FrameworkEvent.Failed(roomId, doing, failure));
  }

  /** Tells that an event was refused before it came to the queue. */
  InboundResult refuse(String roomId, RefusalReason reason) {
    events.publish(new FrameworkEvent.EventRefused(roomId, EventType.MESSAGE, reason));
    return new InboundResult.Refused(reason);
  }

  /** Commits, and gives also what the request's mutation touched. */
  CommitResult.Done commitMutation(CommitRequest request) {
    return switch (result(request, deadline())) {
      case CommitResult.Done done -> done;
      case CommitResult.Failed(var failure) -> throw failure;
    };
  }

  private CommitResult result(CommitRequest request, Duration deadline) {
    CommitResult result;
    try {
      result = commits.commit(request, deadline, processTimeout);
    } catch (ProcessTimeoutException timeout) {
      throw told(timeout, "room '" + request.roomId() + "'");
    }
    switch (result) {
      case CommitResult.Done(var inbound, var touched) -> tell(request, inbound, touched);
      case CommitResult.Failed(ProcessTimeoutException timeout) ->
          throw told(timeout, "room '" + request.roomId() + "'");
      case CommitResult.Failed failed -> {}
    }
    return result;
  }

  private ProcessTimeoutException told(ProcessTimeoutException timeout, String subject) {
    events.publish(new FrameworkEvent.ProcessTimedOut(subject, processTimeout));
    return timeout;
  }

  private void tell(CommitRequest request, InboundResult result, List<RoomEvent> touched) {
    switch (result) {
      case InboundResult.Stored(var event) -> {
        touched.forEach(target -> events.publish(mutated(request, target)));
        events.publish(new FrameworkEvent.EventProcessed(event));
      }
      case InboundResult.Blocked(var event, var by, var reason) ->
          events.publish(new FrameworkEvent.EventBlocked(event.roomId(), event.id(), by));
      case InboundResult.Refused(var reason) ->
          events.publish(
              new FrameworkEvent.EventRefused(request.roomId(), request.event().type(), reason));
      case InboundResult.Duplicate duplicate -> {}
      case InboundResult.Injected injected -> {}
      case InboundResult.Unknown unknown -> {}
    }
  }

  private static FrameworkEvent mutated(CommitRequest request, RoomEvent target) {
    return switch (request.mutation().orElseThrow()) {
      case Mutation.Edit edit -> new FrameworkEvent.EventUpdated(target);
      case Mutation.Replace replace -> new FrameworkEvent.EventUpdated(target);
      case Mutation.Delete delete -> new FrameworkEvent.EventDeleted(target);
      case Mutation.Remove remove -> new FrameworkEvent.EventDeleted(target);
    };
  }
}
