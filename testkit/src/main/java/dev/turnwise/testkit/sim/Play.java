package dev.turnwise.testkit.sim;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.ChannelCategory;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.RoomFilter;
import dev.turnwise.testkit.history.RoomFact;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The course of a simulated run, as its first task: rooms and workers, then everybody at once until
 * all callers are served, then rest, then a look at what there is.
 */
final class Play implements Runnable {

  /** Steps within which everybody is served, with much to spare. */
  private static final long LONGEST_PLAY = 60_000;

  private final World world;
  private final Choices choices;
  private final List<String> rooms;

  Play(World world, Choices choices) {
    this.world = world;
    this.choices = choices;
    this.rooms = world.rooms();
  }

  @Override
  public void run() {
    openRooms();
    Plan plan = world.plan();
    for (int i = 0; i < plan.workers(); i++) {
      world.startWorker("worker-" + (i + 1), i < plan.hookedWorkers());
    }
    cast(plan);
    awaitTheirEnd();
    world.store().calm();
    comeToRest();
    if (choices.chance(0.2)) {
      closeAll();
    }
    look();
  }

  /** Whoever waits for an answer that never comes keeps the others from nothing but their end. */
  private void awaitTheirEnd() {
    long last = world.scheduler().step() + LONGEST_PLAY;
    while (!world.acting().isEmpty()) {
      if (world.scheduler().step() > last) {
        world
            .recorder()
            .breach(
                SimulationRule.EVERY_CALL_IS_ANSWERED,
                world.acting() + " wait for answers that do not come");
        return;
      }
      world.scheduler().sleep(Duration.ofSeconds(1));
    }
  }

  private void openRooms() {
    for (String id : rooms) {
      List<ChannelBinding> bindings =
          World.CHANNELS.stream().map(channel -> binding(id, channel)).toList();
      world
          .shared()
          .open(
              new NewRoom(
                  id,
                  null,
                  RoomTimers.NONE,
                  Map.of(),
                  AgentResponsePolicy.AGENT_CHAIN,
                  bindings,
                  Optional.empty()));
    }
  }

  private static ChannelBinding binding(String roomId, String channel) {
    return ChannelBinding.builder()
        .roomId(roomId)
        .channelId(channel)
        .channelType(ChannelType.SMS)
        .category(ChannelCategory.TRANSPORT)
        .direction(ChannelDirection.BIDIRECTIONAL)
        .attachedAt(Instant.EPOCH)
        .build();
  }

  private void cast(Plan plan) {
    List<String> heard = new ArrayList<>(rooms);
    if (plan.routed()) {
      heard.add(World.CONVERSATION);
    }
    world.act("chaos", new Chaos(world, choices.split())::run);
    for (int i = 1; i <= plan.callers(); i++) {
      String name = "caller-" + i;
      world.act(name, new Caller(world, choices.split(), name, heard)::run);
    }
    for (int i = 1; i <= plan.readers(); i++) {
      String name = "reader-" + i;
      world.act(name, new Reader(world, choices.split(), name, choices.of(heard))::run);
    }
    for (String room : plan.changes() == 0 ? List.<String>of() : rooms) {
      world.act("operator of " + room, new Operator(world, choices.split(), room)::run);
    }
  }

  private void comeToRest() {
    for (int i = 0; i < 600; i++) {
      if (isAtRest()) {
        return;
      }
      world.scheduler().sleep(Duration.ofSeconds(1));
    }
    world
        .recorder()
        .breach(
            SimulationRule.COMES_TO_REST,
            alive().stream()
                .map(
                    worker ->
                        worker.name()
                            + " has "
                            + worker.engine().pendingCommits()
                            + " commits and "
                            + worker.engine().busyRooms()
                            + " rooms in work")
                .collect(Collectors.joining(", ")));
  }

  private boolean isAtRest() {
    return world.store().orphans() == 0
        && alive().stream()
            .allMatch(
                worker ->
                    worker.process().isRunning()
                        && worker.engine().pendingCommits() == 0
                        && worker.engine().busyRooms() == 0);
  }

  private List<Worker> alive() {
    return world.workers().stream().filter(worker -> !worker.process().isCrashed()).toList();
  }

  private void closeAll() {
    for (Worker worker : alive()) {
      world.act("closing of " + worker.name(), () -> close(world, worker));
    }
    awaitTheirEnd();
  }

  /** Closes a worker's engine in order. */
  static void close(World world, Worker worker) {
    Worker.Answer<Boolean> answer =
        worker
            .ask(
                world.client(),
                "close",
                engine -> {
                  engine.close();
                  return true;
                })
            .await();
    if (answer instanceof Worker.Answer.Threw<Boolean>(var failure)) {
      world
          .recorder()
          .breach(SimulationRule.ONLY_TYPED_FAILURES, worker.name() + " closed with " + failure);
    }
  }

  private void look() {
    Set<String> hooked =
        world.workers().stream()
            .filter(Worker::isHooked)
            .map(Worker::name)
            .collect(Collectors.toSet());
    Findings findings = new Findings(world, hooked);
    rooms.forEach(room -> findings.room(room, room));
    if (world.plan().routed()) {
      lookAtConversation(findings);
    }
    AuditReport audit = world.shared().audit();
    if (!audit.ok()) {
      world.recorder().breach(SimulationRule.STORE_AUDIT, audit.toString());
    }
    for (var repeat : world.recorder().repeatsWithoutOriginal()) {
      world
          .recorder()
          .breach(
              SimulationRule.REPEAT_HAS_ORIGINAL,
              "op " + repeat.op() + " was refused as a repeat of key " + repeat.key());
    }
  }

  private void lookAtConversation(Findings findings) {
    List<String> opened =
        world.shared().rooms(RoomFilter.of(null)).stream()
            .map(Room::id)
            .filter(id -> !rooms.contains(id))
            .toList();
    if (opened.size() > 1) {
      world
          .recorder()
          .breach(SimulationRule.ONE_ROOM_FOR_A_CONVERSATION, "rooms " + opened + " were opened");
    }
    if (opened.isEmpty()) {
      world.recorder().record(new RoomFact.Final(World.CONVERSATION, List.of()));
    } else {
      findings.room(World.CONVERSATION, opened.getFirst());
    }
  }
}
