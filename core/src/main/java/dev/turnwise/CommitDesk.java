package dev.turnwise;

import dev.turnwise.commit.CommitRequest;
import dev.turnwise.commit.CommitResult;
import dev.turnwise.commit.Commits;
import dev.turnwise.error.ProcessTimeoutException;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.result.InboundResult;
import dev.turnwise.runtime.Calls;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;
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
    if (result instanceof CommitResult.Done(var inbound, var touched)) {
      tell(request, inbound);
    }
    return result;
  }

  private ProcessTimeoutException told(ProcessTimeoutException timeout, String subject) {
    events.publish(new FrameworkEvent.ProcessTimedOut(subject, processTimeout));
    return timeout;
  }

  private void tell(CommitRequest request, InboundResult result) {
    switch (result) {
      case InboundResult.Stored(var event) ->
          events.publish(
              new FrameworkEvent.EventProcessed(event.roomId(), event.id(), event.index()));
      case InboundResult.Blocked(var event, var by, var reason) ->
          events.publish(new FrameworkEvent.EventBlocked(event.roomId(), event.id(), by));
      case InboundResult.Refused(var reason) ->
          events.publish(
              new FrameworkEvent.EventRefused(request.roomId(), request.event().type(), reason));
      case InboundResult.Duplicate duplicate -> {}
      case InboundResult.Unknown unknown -> {}
    }
  }
}
