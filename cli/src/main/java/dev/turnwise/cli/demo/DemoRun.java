package dev.turnwise.cli.demo;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.lock.RoomLockManager;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * The demo from its first process to its last: read the logs, open a database, start workers,
 * replay, prove.
 */
public final class DemoRun {
  /** Lines of one room on their way; with the default of three workers some eleven each. */
  private static final int WINDOW = 32;

  private DemoRun() {}

  /**
   * Runs a demo. Whatever it started is gone when it returns or throws, and after SIGINT or
   * SIGTERM.
   *
   * @throws dev.turnwise.error.TurnwiseException if it could not be carried through
   */
  public static DemoReport run(DemoSettings settings, DemoProgress progress) {
    List<ChatLog> logs =
        settings.inputs().isEmpty()
            ? List.of(ChatLogs.shipped())
            : ChatLogs.read(settings.inputs());
    String run = UUID.randomUUID().toString().substring(0, 8);
    List<RoomPlan> rooms = RoomPlan.of(run, logs);
    Moderation moderation = Moderation.of(settings.hooks());
    try (Recording recording = Recording.start(settings.history(), about(settings, run, logs));
        Database database = Database.open(settings.dsn(), progress)) {
      createRooms(rooms, database);
      progress.phase("starting %d workers".formatted(settings.workers()));
      Replay replay;
      Replayed replayed;
      try (Team team =
              Team.start(
                  settings.workers(),
                  settings.workerCommand(),
                  new ToWorker.Start("demo-" + run, database.dsn(), settings.hooks()),
                  progress);
          Follower _ = new Follower(database.store(), rooms, recording)) {
        replay = new Replay(rooms, team.ids(), WINDOW);
        progress.phase(
            String.format(
                Locale.ROOT,
                "replaying %,d lines into %s",
                replay.total(),
                rooms.size() == 1 ? "one room" : rooms.size() + " rooms"));
        replayed =
            new Coordinator(replay, team, recording, moderation, settings.kill(), progress).run();
      }
      progress.phase("verifying");
      Verification verification =
          Verification.of(replay.rooms(), moderation, database.store(), recording);
      return new DemoReport(
          rooms, database.description(), recording.keptAt(), replayed, verification);
    }
  }

  private static Map<String, String> about(DemoSettings settings, String run, List<ChatLog> logs) {
    return Map.of(
        "run", run,
        "workers", Integer.toString(settings.workers()),
        "kill", Integer.toString(settings.kill()),
        "hooks", Boolean.toString(settings.hooks()),
        "logs", String.join(", ", logs.stream().map(ChatLog::name).toList()));
  }

  private static void createRooms(List<RoomPlan> rooms, Database database) {
    try (RoomLockManager locks = database.newLocks();
        Turnwise turnwise =
            Turnwise.builder()
                .store(database.store())
                .lockManager(locks)
                .keepOpen()
                .channel(new IrcChannel())
                .build()) {
      for (RoomPlan room : rooms) {
        turnwise.createRoom(
            RoomSpec.create()
                .withId(room.roomId())
                .withMetadata(Map.of("log", room.log().name()))
                .withChannel(IrcChannel.ID));
      }
    }
  }
}
