package dev.turnwise.bench;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The rooms of a benchmark, which its scripts know as {@code 'bench-' || number}. */
final class Rooms {
  private static final int AT_ONCE = 16;

  private Rooms() {}

  static List<String> ids(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(number -> "bench-" + number).toList();
  }

  /** Creates them all, each with the channel of the load. */
  static void create(Turnwise engine, List<String> ids) {
    forEach(
        ids, id -> engine.createRoom(RoomSpec.create().withId(id).withChannel(EngineLoad.CHANNEL)));
  }

  /**
   * Stores an event in each, so that the engine remembers its configuration and the server has its
   * pages.
   */
  static void warmUp(EngineLoad load) {
    forEach(load.rooms(), load::send);
  }

  private static void forEach(List<String> ids, Consumer<String> action) {
    try (ExecutorService threads =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      List<Future<?>> all =
          ids.stream().<Future<?>>map(id -> threads.submit(() -> action.accept(id))).toList();
      all.forEach(Callers::result);
    }
  }
}
