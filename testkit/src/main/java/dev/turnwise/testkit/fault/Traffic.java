package dev.turnwise.testkit.fault;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What all connections of a proxy have in common: the line, and those who look at what passes. */
final class Traffic {
  private record Observation(Direction direction, Supplier<Consumer<ByteBuffer>> newObserver) {}

  private final Line line = new Line();
  private final List<Watch> watches = new CopyOnWriteArrayList<>();
  private final List<Observation> observations = new CopyOnWriteArrayList<>();
  private final AtomicLong toServer = new AtomicLong();
  private final AtomicLong toClient = new AtomicLong();

  Line line() {
    return line;
  }

  AtomicLong bytes(Direction direction) {
    return direction == Direction.CLIENT_TO_SERVER ? toServer : toClient;
  }

  void add(Watch watch) {
    watches.removeIf(old -> !old.isArmed());
    watches.add(watch);
  }

  List<Watch> watches() {
    return watches;
  }

  void observe(Direction direction, Supplier<Consumer<ByteBuffer>> newObserver) {
    observations.add(new Observation(direction, newObserver));
  }

  /** Observers for one direction of a new connection. */
  List<Consumer<ByteBuffer>> newObservers(Direction direction) {
    return observations.stream()
        .filter(observation -> observation.direction() == direction)
        .map(observation -> observation.newObserver().get())
        .toList();
  }
}
