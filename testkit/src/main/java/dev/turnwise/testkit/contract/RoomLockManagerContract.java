package dev.turnwise.testkit.contract;

import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.testkit.fake.Rooms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;

/**
 * Common ground of the contracts of {@link RoomLockManager}: each subclass is one behaviour.
 *
 * <p>A manager passes if a concrete subclass of every contract passes. Tests use keys of their own,
 * so the managers may share a server with others.
 */
public abstract class RoomLockManagerContract {

  /** Longer than any wait takes that is to succeed, on a busy machine too. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private final List<RoomLockManager> managers = new ArrayList<>();

  /** What is tested. The same throughout a test. */
  protected abstract LockManagersUnderTest subject();

  @AfterEach
  void closeManagers() {
    managers.forEach(RoomLockManager::close);
  }

  RoomLockManager manager() {
    RoomLockManager manager = subject().newManager();
    managers.add(manager);
    manager.init();
    return manager;
  }

  /** Managers whose locks exclude each other: two where that is promised, else one. */
  List<RoomLockManager> peers() {
    RoomLockManager first = manager();
    return first.shared() ? List.of(first, manager()) : List.of(first);
  }

  int waiting(RoomLockManager manager, String key) {
    return subject().waiting(manager, key);
  }

  int keysInUse(RoomLockManager manager) {
    return subject().keysInUse(manager);
  }

  static String newKey() {
    return Rooms.uniqueId("lock");
  }

  static List<String> newKeys(int count) {
    String prefix = newKey();
    return IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toList();
  }
}
