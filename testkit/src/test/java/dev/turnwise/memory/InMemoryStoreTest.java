package dev.turnwise.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomFilter;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.store.StoreTraits;
import dev.turnwise.store.TimerTransition;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What only the in-memory store does: a clock of one's own, and forgetting everything. */
class InMemoryStoreTest {

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-04T05:06:07.123456789Z"));
  private final InMemoryStore store = new InMemoryStore(now::get);

  @Test
  void itSaysThatItKeepsNothingAndSharesNothing() {
    assertThat(store.traits()).isEqualTo(new StoreTraits("InMemoryStore", false, false));
  }

  @Test
  void timesComeFromItsClockCutToMicroseconds() {
    store.open(Rooms.room("r"));
    now.updateAndGet(instant -> instant.plusSeconds(1));

    RoomEvent event = append("r");

    Room room = store.room("r").orElseThrow();
    assertThat(room.createdAt()).isEqualTo("2026-03-04T05:06:07.123456Z");
    assertThat(event.createdAt()).isEqualTo("2026-03-04T05:06:08.123456Z");
    assertThat(room.lastActivityAt()).isEqualTo(event.createdAt());
  }

  @Test
  void workersThatLeftMoreThanADayAgoAreForgotten() {
    store.register(new WorkerInfo("first", Set.of(), false)).close();
    now.updateAndGet(instant -> instant.plus(Duration.ofHours(2)));
    store.register(new WorkerInfo("second", Set.of(), false)).close();
    store.register(new WorkerInfo("alive", Set.of(), false));
    now.updateAndGet(instant -> instant.plus(Duration.ofHours(23)));

    store.register(new WorkerInfo("new", Set.of(), false));

    assertThat(store.workers())
        .extracting(row -> row.info().id())
        .containsExactly("new", "alive", "second");
  }

  @Test
  void roomsOfOneMomentAreOrderedById() {
    for (String id : List.of("b", "c", "a")) {
      store.open(Rooms.room(id));
    }

    assertThat(store.rooms(RoomFilter.of(null)))
        .extracting(Room::id)
        .containsExactly("c", "b", "a");
  }

  @Test
  void timersFireAtTheirMomentAndNotBefore() {
    Duration hour = Duration.ofHours(1);
    store.open(Rooms.timed(Rooms.room("r"), new RoomTimers(hour, hour)));
    now.updateAndGet(instant -> instant.plus(hour).minus(Duration.ofNanos(1_000)));
    assertThat(store.fireDueTimers(10)).isEmpty();

    now.updateAndGet(instant -> instant.plus(Duration.ofNanos(1_000)));
    assertThat(store.fireDueTimers(10))
        .containsExactly(new TimerTransition("r", RoomStatus.ACTIVE, RoomStatus.PAUSED));

    now.updateAndGet(instant -> instant.plus(hour).minus(Duration.ofNanos(1_000)));
    assertThat(store.fireDueTimers(10)).isEmpty();
    now.updateAndGet(instant -> instant.plus(Duration.ofNanos(1_000)));
    assertThat(store.fireDueTimers(10))
        .containsExactly(new TimerTransition("r", RoomStatus.PAUSED, RoomStatus.CLOSED));
  }

  @Test
  void keysExpireAtTheirMomentAndNotBefore() {
    store.open(Rooms.room("r"));
    IdempotencyKey key = IdempotencyKey.inRoom("r", "k");
    Append keyed =
        Append.of(Events.text("r", "x"))
            .withClaim(new IdempotencyClaim(key, "#", Duration.ofDays(1)));
    place(keyed);

    now.updateAndGet(instant -> instant.plus(Duration.ofDays(1)).minus(Duration.ofNanos(1_000)));
    assertThat(store.owners(List.of(key))).hasSize(1);
    assertThat(store.purgeExpiredKeys(10)).isZero();

    now.updateAndGet(instant -> instant.plus(Duration.ofNanos(1_000)));
    assertThat(store.owners(List.of(key))).isEmpty();
    assertThat(store.purgeExpiredKeys(10)).isEqualTo(1);
  }

  @Test
  void positionsOfOneProcessMeanNothingInTheNext() {
    InMemoryStore next = new InMemoryStore();

    assertThat(store.page(EventQuery.latest("r")).epoch())
        .isNotEqualTo(next.page(EventQuery.latest("r")).epoch());
  }

  @Test
  void aClosedStoreSaysSo() {
    store.open(Rooms.room("r"));
    store.close();

    assertThatThrownBy(() -> store.room("r"))
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("closed");
    assertThatThrownBy(() -> append("r")).isInstanceOf(StoreUnavailableException.class);
  }

  private RoomEvent append(String room) {
    return place(Append.of(Events.text(room, "hello")));
  }

  private RoomEvent place(Append append) {
    RoomCommit commit =
        RoomCommit.of(append.event().roomId(), HeadConditions.none(), List.of(append));
    RoomOutcome outcome = store.commit(CommitBatch.of(commit)).getFirst();
    Placement placement = ((RoomOutcome.Applied) outcome).placements().getFirst();
    return ((Placement.Stored) placement).event();
  }
}
