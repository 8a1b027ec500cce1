package dev.turnwise.testkit.sim;

import dev.turnwise.EventUpdate;
import dev.turnwise.Turnwise;
import dev.turnwise.error.ErrorCode;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import dev.turnwise.store.EventQuery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * The only one who changes a room: closes and reopens it, mutes, updates and deletes. While its
 * latest word is certain, it notes between which indices a close or a mute was in force.
 */
final class Operator {

  private final World world;
  private final Scheduler scheduler;
  private final Choices choices;
  private final String roomId;

  /** An earlier change may still take effect, so what this operator believes may be wrong. */
  private boolean uncertain;

  Operator(World world, Choices choices, String roomId) {
    this.world = world;
    this.scheduler = world.scheduler();
    this.choices = choices;
    this.roomId = roomId;
  }

  void run() {
    for (int i = 0; i < world.plan().changes(); i++) {
      scheduler.awaitSteps(choices.between(20, 300));
      switch (choices.below(6)) {
        case 0, 1 -> closeForAWhile();
        case 2, 3 -> muteForAWhile(choices.of(World.CHANNELS));
        case 4 -> pauseAndMore();
        default -> touchAnEvent();
      }
    }
  }

  private void closeForAWhile() {
    if (certainly(engine -> engine.closeRoom(roomId)) && !uncertain) {
      long above = end();
      letOthersTry();
      world
          .recorder()
          .window(
              new Recorder.Window(
                  SimulationRule.CLOSED_ROOM_STORES_NOTHING, roomId, "", above, end()));
      world.tallied().reach(Reached.CLOSED_WINDOW);
    }
    insist(engine -> engine.reopenRoom(roomId));
  }

  private void muteForAWhile(String channel) {
    if (certainly(engine -> engine.mute(roomId, channel)) && !uncertain) {
      long above = end();
      letOthersTry();
      world
          .recorder()
          .window(
              new Recorder.Window(
                  SimulationRule.MUTED_CHANNEL_IS_BLOCKED, roomId, channel, above, end()));
      world.tallied().reach(Reached.MUTED_WINDOW);
    }
    insist(engine -> engine.unmute(roomId, channel));
  }

  private void pauseAndMore() {
    certainly(engine -> engine.pause(roomId));
    letOthersTry();
    certainly(engine -> engine.patchMetadata(roomId, Map.of("note", "seen")));
  }

  private void touchAnEvent() {
    List<RoomEvent> last =
        world.shared().page(EventQuery.latest(roomId).withLimit(5)).events().stream()
            .filter(event -> Speech.of(event).isPresent())
            .filter(event -> world.recorder().isAcknowledged(event.id()))
            .toList();
    if (last.isEmpty()) {
      return;
    }
    RoomEvent event = choices.of(last);
    UUID id = event.id();
    if (choices.chance(0.5)) {
      if (event.idempotencyKey() != null) {
        world.recorder().deletes(event.idempotencyKey());
      }
      if (certainly(engine -> !engine.deleteEvent(roomId, id, choices.chance(0.5)).isEmpty())) {
        world.tallied().reach(Reached.REMOVED);
      }
    } else if (certainly(
        engine ->
            engine
                .updateEvent(roomId, id, EventUpdate.ofContent(new TextContent("updated")))
                .isPresent())) {
      world.tallied().reach(Reached.UPDATED);
    }
  }

  private void letOthersTry() {
    scheduler.awaitSteps(choices.between(1, 250));
  }

  /** Where the room really ends at this moment. */
  private long end() {
    return world.shared().room(roomId).orElseThrow().latestIndex();
  }

  /** Undoes a change, so that the rest of the run finds a room to talk in. */
  private void insist(Function<Turnwise, Boolean> change) {
    for (int attempt = 0; attempt < 5 && !certainly(change); attempt++) {
      scheduler.sleep(Duration.ofSeconds(1));
    }
  }

  /** Asks for a change; true if it is certainly as wanted now. */
  private boolean certainly(Function<Turnwise, Boolean> change) {
    List<Worker> serving = world.serving();
    if (serving.isEmpty()) {
      return false;
    }
    Worker worker = choices.of(serving);
    return switch (worker.ask(world.client(), "change", change).await()) {
      case Worker.Answer.Returned<Boolean> done -> true;
      case Worker.Answer.WorkerGone<Boolean> gone -> doubt();
      case Worker.Answer.Threw<Boolean>(var failure) -> {
        if (!(failure instanceof TurnwiseException typed)) {
          world
              .recorder()
              .breach(SimulationRule.ONLY_TYPED_FAILURES, "a change of " + roomId + ": " + failure);
          yield doubt();
        }
        yield typed.code() == ErrorCode.OUTCOME_UNKNOWN && doubt();
      }
    };
  }

  private boolean doubt() {
    uncertain = true;
    return false;
  }
}
