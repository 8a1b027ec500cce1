package dev.turnwise.testkit.sim;

import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookContext;
import dev.turnwise.hook.HookResult;
import dev.turnwise.model.Channels;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import dev.turnwise.result.InboundResult;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The application code of workers with hooks. Leaves a mark in each event that it lets pass, by
 * which a check can tell that it was asked, and what it had seen when it decided.
 */
final class Moderation {

  static final String NAME = "moderation";

  private final Worker worker;
  private final Scheduler scheduler;
  private final Tallied tallied;

  Moderation(Worker worker, Scheduler scheduler, Tallied tallied) {
    this.worker = worker;
    this.scheduler = scheduler;
    this.tallied = tallied;
  }

  /**
   * Fails closed, so that an event without its mark can only be one that it was not asked about.
   */
  Hook hook() {
    return Hook.beforeBroadcast(NAME, this::decide)
        .withTimeout(Duration.ofSeconds(1))
        .withFailClosed();
  }

  private HookResult decide(RoomEvent event, HookContext context) {
    long seen = end(context);
    Speech speech = Speech.of(event).orElse(Speech.PLAIN);
    switch (speech) {
      case BAD -> {
        return HookResult.block("bad words");
      }
      case LONG -> scheduler.sleep(speechTime(event));
      case QUESTION -> context.inject(EventDraft.text(Speech.reply(event)));
      case CALL -> call(event);
      default -> {}
    }
    Map<String, Object> metadata = new HashMap<>(event.metadata());
    metadata.put(Speech.MODERATED_BY, worker.name());
    metadata.put(Speech.SEEN, seen);
    RoomEvent marked = event.withMetadata(metadata);
    if (speech == Speech.RUDE && event.content() instanceof TextContent) {
      tallied.reach(Reached.MODIFIED);
      return HookResult.rewrite(marked, new TextContent(Speech.REWRITTEN));
    }
    return HookResult.modify(marked);
  }

  private static long end(HookContext context) {
    List<RoomEvent> last = context.recentEvents(1);
    return last.isEmpty() ? -1 : last.getLast().index();
  }

  /** Mostly longer than a tenure of the commit lock, now and then longer than a hook may take. */
  private static Duration speechTime(RoomEvent event) {
    UUID id = event.id();
    return Duration.ofMillis(Math.floorMod(id.hashCode(), 12) * 100L);
  }

  private void call(RoomEvent event) {
    InboundResult result =
        worker
            .engine()
            .sendEvent(event.roomId(), Channels.SYSTEM, EventDraft.text(Speech.reply(event)));
    if (!(result instanceof InboundResult.Injected)) {
      throw new IllegalStateException("a send from inside a hook became " + result);
    }
  }
}
