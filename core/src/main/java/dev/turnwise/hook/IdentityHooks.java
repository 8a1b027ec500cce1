package dev.turnwise.hook;

import dev.turnwise.identity.IdentityDecision;
import dev.turnwise.identity.IdentityQuestion;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.runtime.Calls;
import dev.turnwise.runtime.Tasks;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks identity hooks about a sender, in their order; the first usable decision counts. A hook that
 * fails, takes too long or answers null is passed over, unless it fails closed: then the message is
 * refused.
 */
public final class IdentityHooks {

  private static final Logger LOG = LoggerFactory.getLogger(IdentityHooks.class);

  private final HookRegistry registry;
  private final FrameworkEvents events;
  private final Tasks tasks;
  private final Calls calls;

  public IdentityHooks(HookRegistry registry, FrameworkEvents events, Tasks tasks) {
    this.registry = registry;
    this.events = events;
    this.tasks = tasks;
    this.calls = new Calls(tasks);
  }

  /** The decision of the trigger's hooks, or empty if none decided. */
  public Optional<IdentityDecision> decide(
      HookTrigger trigger, IdentityQuestion question, Duration deadline) {
    for (Hook hook : registry.of(trigger, question.roomId())) {
      if (!isFor(hook, question)) {
        continue;
      }
      Optional<IdentityDecision> decision = ask(hook, question, deadline);
      if (decision.isPresent()) {
        return decision;
      }
      if (hook.failClosed()) {
        return Optional.of(new IdentityDecision.Rejected("hook " + hook.name() + " failed closed"));
      }
    }
    return Optional.empty();
  }

  private static boolean isFor(Hook hook, IdentityQuestion question) {
    return hook.filter()
        .matches(question.channelType(), question.message().channelId(), ChannelDirection.INBOUND);
  }

  private Optional<IdentityDecision> ask(Hook hook, IdentityQuestion question, Duration deadline) {
    Duration left = deadline.minus(tasks.now());
    Duration limit = hook.timeout().compareTo(left) < 0 ? hook.timeout() : left;
    Optional<Optional<IdentityDecision>> answer =
        limit.isPositive()
            ? calls.call("turnwise-hook-" + hook.name(), limit, () -> run(hook, question))
            : Optional.empty();
    if (answer.isEmpty()) {
      events.publish(new FrameworkEvent.HookTimedOut(hook.name(), hook.trigger().name(), limit));
      return Optional.empty();
    }
    return answer.get();
  }

  private Optional<IdentityDecision> run(Hook hook, IdentityQuestion question) {
    try {
      return Optional.ofNullable(((HookHandler.Identifier) hook.handler()).decide(question));
    } catch (Exception failure) {
      LOG.error("hook {} failed", hook.name(), failure);
      events.publish(
          new FrameworkEvent.HookFailed(
              hook.name(), hook.trigger().name(), String.valueOf(failure.getMessage())));
      return Optional.empty();
    }
  }
}
