package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How often the store asks the server. */
class RoundTripsTest {

  private static ProxiedStore proxied;
  private String room;

  @BeforeAll
  static void open() {
    proxied = new ProxiedStore(1);
  }

  @AfterAll
  static void close() {
    proxied.close();
  }

  @BeforeEach
  void newRoom() {
    room = proxied.newRoom();
    // A connection asks once which server it leads to.
    proxied.store.page(EventQuery.latest(room));
    proxied.roundTrips.reset();
  }

  @Test
  void aLoneCommitIsOneFromTheFirstOn() {
    for (int i = 1; i <= 3; i++) {
      proxied.commit(ProxiedStore.lone(room, "hello"));
      assertThat(proxied.roundTrips.count()).isEqualTo(i);
    }
  }

  @Test
  void aLoneCommitWithKeyAndSenderIsOne() {
    RoomCommit commit =
        RoomCommit.of(room, HeadConditions.ungated(1), List.of(Events.keyed(room, "hello", "k")))
            .withSenders(List.of(Rooms.member(room, Events.ALICE, TestChannel.PHONE)));

    proxied.commit(CommitBatch.of(commit));

    assertThat(proxied.roundTrips.count()).isEqualTo(1);
  }

  @Test
  void aLoneCommitWithoutAndWithOptionalPartsKeepsBeingOne() {
    for (int i = 0; i < 10; i++) {
      Append append =
          i % 2 == 0
              ? Append.of(Events.text(room, "plain"))
              : Append.of(
                      Events.message(room, "full")
                          .correlationId("c")
                          .targets(List.of("web"))
                          .addressedTo(List.of("agent"))
                          .parentEventId(UUID.randomUUID())
                          .build())
                  .withClaim(Events.claim(room, "k" + i));
      proxied.commit(ProxiedStore.batch(room, append));
    }

    assertThat(proxied.roundTrips.count()).isEqualTo(10);
  }

  @Test
  void manyEventsOfARoomAreOne() {
    Append[] appends =
        IntStream.range(0, 128)
            .mapToObj(i -> Events.keyed(room, "line " + i, "k" + i))
            .toArray(Append[]::new);

    assertThat(ProxiedStore.stored(proxied.commit(ProxiedStore.batch(room, appends)))).hasSize(128);

    assertThat(proxied.roundTrips.count()).isEqualTo(1);
  }

  @Test
  void eventsOfManyRoomsAreOne() {
    List<String> rooms = IntStream.range(0, 32).mapToObj(i -> proxied.newRoom()).toList();
    List<RoomCommit> commits =
        rooms.stream()
            .map(id -> RoomCommit.of(id, HeadConditions.ungated(1), Events.texts(id, "a")))
            .toList();
    proxied.roundTrips.reset();

    assertThat(proxied.store.commit(new CommitBatch(commits))).hasSize(32);

    assertThat(proxied.roundTrips.count()).isEqualTo(1);
  }

  @Test
  void aFailedConditionIsOne() {
    proxied.store.commit(
        CommitBatch.of(RoomCommit.of(room, HeadConditions.ungated(9), Events.texts(room, "a"))));

    assertThat(proxied.roundTrips.count()).isEqualTo(1);
  }

  @Test
  void readingIsOneEach() {
    proxied.store.page(EventQuery.latest(room));
    proxied.store.page(EventQuery.after(room, -1).asSeenBy("web"));
    proxied.store.snapshot(room);
    proxied.store.unreadCount(room, "web");
    proxied.store.gateView(room, List.of(Events.claim(room, "k").key()));
    proxied.store.workers();
    proxied.store.markDead();

    assertThat(proxied.roundTrips.count()).isEqualTo(7);
  }

  @Test
  void textThatNoDatabaseCanKeepNeverReachesIt() {
    for (String bad : List.of("a\0b", "a\ud800")) {
      assertThatThrownBy(() -> proxied.store.room(bad)).isInstanceOf(InvalidInputException.class);
      assertThatThrownBy(() -> proxied.store.participant(room, bad))
          .isInstanceOf(InvalidInputException.class);
      assertThatThrownBy(() -> proxied.store.markRead(room, bad, 0))
          .isInstanceOf(InvalidInputException.class);
      assertThatThrownBy(() -> proxied.store.page(EventQuery.latest(room).asSeenBy(bad)))
          .isInstanceOf(InvalidInputException.class);
      assertThatThrownBy(() -> proxied.store.page(EventQuery.latest(room).correlatedBy(bad)))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("correlation_id");
    }

    assertThat(proxied.roundTrips.count()).isZero();
    assertThat(proxied.store.room(room)).isPresent();
  }
}
