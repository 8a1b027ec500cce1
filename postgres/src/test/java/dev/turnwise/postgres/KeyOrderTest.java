package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * R2: two rooms share keys of conversations, and two sessions commit them in opposite orders.
 *
 * <p>A third transaction owns one key in the middle for each of the two, so both have taken what
 * they take first, and wait, when it lets go. Without an order the first would then hold the lowest
 * key and want the highest, the second the other way round.
 */
class KeyOrderTest {
  private static final int KEYS = 4;

  private final TestDatabase database = new TestDatabase();
  private final PostgresStore store = database.newStore();
  private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
  private final String one = Rooms.uniqueId("one");
  private final String other = Rooms.uniqueId("other");

  /** In the order of their hashes, which is the statement's. */
  private final List<IdempotencyKey> keys =
      IntStream.range(0, KEYS)
          .mapToObj(i -> IdempotencyKey.inConversation(null, "phone", "+49", "m-" + i))
          .sorted(Comparator.comparing(IdempotencyKey::hash))
          .toList();

  @BeforeEach
  void openRooms() {
    store.open(Rooms.room(one));
    store.open(Rooms.room(other));
  }

  @AfterEach
  void close() {
    callers.shutdownNow();
    store.close();
    database.close();
  }

  private static Append append(String room, IdempotencyKey key) {
    return Append.of(Events.text(room, "hi"))
        .withClaim(new IdempotencyClaim(key, "hash", Duration.ofDays(1)));
  }

  private Future<RoomOutcome> commit(String room, IdempotencyKey... inThisOrder) {
    HeadConditions conditions =
        HeadConditions.ungated(store.snapshot(room).orElseThrow().configVersion());
    List<Append> appends = List.of(inThisOrder).stream().map(key -> append(room, key)).toList();
    CommitBatch batch = CommitBatch.of(RoomCommit.of(room, conditions, appends));
    return callers.submit(() -> store.commit(batch).getFirst());
  }

  private static long stored(Future<RoomOutcome> outcome) throws Exception {
    return ((RoomOutcome.Applied) outcome.get())
        .placements().stream().filter(Placement.Stored.class::isInstance).count();
  }

  private void commitsWait(int count) {
    await()
        .until(
            () ->
                database.ask(
                    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                        + " AND datname = current_database()"),
            String.valueOf(count)::equals);
  }

  private Connection takingInTheMiddle() throws SQLException {
    Connection connection = database.connect();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      for (IdempotencyKey key : keys.subList(1, KEYS - 1)) {
        statement.execute(
            "INSERT INTO idempotency_keys (key_hash, event_id, room_id, payload_hash, expires_at)"
                + " VALUES (decode('%s', 'hex'), gen_random_uuid(), 'r', 'x', now() + interval '1 hour')"
                    .formatted(key.hash()));
      }
    }
    return connection;
  }

  @Test
  void keysInOppositeOrdersAreNoDeadlock() throws Exception {
    Future<RoomOutcome> upwards;
    Future<RoomOutcome> downwards;
    try (Connection middle = takingInTheMiddle()) {
      upwards = commit(one, keys.get(0), keys.get(1), keys.get(3));
      commitsWait(1);
      downwards = commit(other, keys.get(3), keys.get(2), keys.get(0));
      commitsWait(2);
      middle.rollback();
    }

    assertThat(stored(upwards)).isEqualTo(3);
    assertThat(stored(downwards)).as("its two others are owned by then").isEqualTo(1);
    assertThat(
            database.ask(
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
        .isEqualTo("0");
  }
}
