package dev.turnwise.testkit.sim;

import dev.turnwise.error.TurnwiseException;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.testkit.history.RoomFact;
import java.util.List;
import java.util.Optional;

/** Reads on in one room, page by page, through whichever worker serves. */
final class Reader {

  private final World world;
  private final Choices choices;
  private final String name;
  private final String room;
  private long position = -1;

  Reader(World world, Choices choices, String name, String room) {
    this.world = world;
    this.choices = choices;
    this.name = name;
    this.room = room;
  }

  void run() {
    for (int i = 0; i < 6; i++) {
      world.scheduler().awaitSteps(choices.between(10, 150));
      List<Worker> serving = world.serving();
      Optional<String> id =
          room.equals(World.CONVERSATION) ? world.routedRoom() : Optional.of(room);
      if (!serving.isEmpty() && id.isPresent()) {
        read(choices.of(serving), id.get());
      }
    }
  }

  private void read(Worker worker, String roomId) {
    long after = choices.chance(0.2) ? -1 : position;
    EventQuery query = EventQuery.after(roomId, after).withLimit(choices.of(2, 10, 100));
    long invoked = world.recorder().tick();
    switch (worker.ask(world.client(), "read", engine -> engine.events(query)).await()) {
      case Worker.Answer.Returned<EventPage>(var page) -> {
        record(after, page, invoked);
        position = page.events().isEmpty() ? after : page.events().getLast().index();
      }
      case Worker.Answer.Threw<EventPage>(var failure) -> {
        if (!(failure instanceof TurnwiseException)) {
          world
              .recorder()
              .breach(SimulationRule.ONLY_TYPED_FAILURES, "a read of " + room + ": " + failure);
        }
      }
      case Worker.Answer.WorkerGone<EventPage> gone -> {}
    }
  }

  private void record(long after, EventPage page, long invoked) {
    world.tallied().reach(Reached.READ);
    List<RoomFact.SeenEvent> seen = page.events().stream().map(Reader::seen).toList();
    world
        .recorder()
        .record(
            new RoomFact.Read(
                name, room, after, seen, !page.hasMore(), invoked, world.recorder().tick()));
  }

  private static RoomFact.SeenEvent seen(RoomEvent event) {
    return new RoomFact.SeenEvent(event.index(), event.id());
  }
}
