package dev.turnwise.postgres;

import static dev.turnwise.testkit.fault.Direction.CLIENT_TO_SERVER;
import static dev.turnwise.testkit.fault.TrafficMatcher.containing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.error.TurnwiseException;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.TestChannel;
import dev.turnwise.testkit.fault.Link;
import dev.turnwise.testkit.fault.Moment;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** R12: connections that break under a commit, and sending it again. */
class LostAnswerTest {

  private static final EventSource ALICE = TestChannel.PHONE.by(Events.ALICE);

  private static ProxiedStore proxied;
  private String room;

  @BeforeAll
  static void open() {
    proxied = new ProxiedStore(2);
  }

  @AfterAll
  static void close() {
    proxied.close();
  }

  @BeforeEach
  void newRoom() {
    room = proxied.newRoom();
  }

  /**
   * Whether the server had carried the statement out or never saw it: the store cannot know, and
   * says so.
   */
  @ParameterizedTest
  @EnumSource
  void aCommitWhoseConnectionBreaksIsUnknownAndStoredOnceWhenSentAgain(Moment moment) {
    CommitBatch batch = ProxiedStore.lone(room, "the only one");
    cutAt("the only one", moment);

    assertThatThrownBy(() -> proxied.commit(batch))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining(
            batch.rooms().getFirst().appends().getFirst().event().id().toString());

    List<RoomEvent> stored = ProxiedStore.stored(untilSettled(batch));
    assertThat(stored).singleElement().extracting(RoomEvent::index).isEqualTo(0L);
    assertThat(timeline()).isEqualTo(stored);
    assertThat(proxied.store.snapshot(room).orElseThrow().nextIndex()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void aBatchWithAndWithoutKeysIsStoredOnceWhenSentAgain(Moment moment) {
    CommitBatch batch =
        ProxiedStore.batch(
            room,
            Append.of(Events.text(room, "first of the batch")),
            Events.keyed(room, "second", "k"),
            Append.of(Events.text(room, "third")));
    cutAt("first of the batch", moment);

    assertThatThrownBy(() -> proxied.commit(batch)).isInstanceOf(OutcomeUnknownException.class);

    List<RoomEvent> stored = ProxiedStore.stored(untilSettled(batch));
    assertThat(stored).extracting(RoomEvent::index).containsExactly(0L, 1L, 2L);
    assertThat(timeline()).isEqualTo(stored);
  }

  @Test
  void aLoneEventWithKeyIsItsOwnDuplicateWhenSentAgain() {
    Append append = Events.keyed(room, "keyed alone", "k");
    CommitBatch batch = ProxiedStore.batch(room, append);
    cutAt("keyed alone", Moment.BEFORE_REPLY);

    assertThatThrownBy(() -> proxied.commit(batch)).isInstanceOf(OutcomeUnknownException.class);

    assertThat(untilSettled(batch))
        .isEqualTo(new RoomOutcome.Applied(List.of(new Placement.KeyTaken())));
    assertThat(proxied.store.owners(List.of(append.claim().orElseThrow().key())).values())
        .singleElement()
        .satisfies(owner -> assertThat(owner.eventId()).isEqualTo(append.event().id()));
    assertThat(timeline()).hasSize(1);
  }

  @Test
  void severalRoomsAreSettledRoomByRoom() {
    String other = proxied.newRoom();
    RoomCommit here =
        RoomCommit.of(room, HeadConditions.ungated(1), Events.texts(room, "in two rooms"));
    RoomCommit there =
        RoomCommit.of(other, HeadConditions.ungated(1), Events.texts(other, "there"));
    cutAt("in two rooms", Moment.BEFORE_REPLY);
    assertThatThrownBy(() -> proxied.commit(CommitBatch.of(here)))
        .isInstanceOf(OutcomeUnknownException.class);

    // The one that was stored travels with one that was not.
    List<RoomOutcome> outcomes = proxied.store.commit(new CommitBatch(List.of(there, here)));

    assertThat(ProxiedStore.stored(outcomes.get(0)))
        .extracting(RoomEvent::roomId)
        .containsExactly(other);
    assertThat(ProxiedStore.stored(outcomes.get(1))).isEqualTo(timeline());
    assertThat(proxied.store.snapshot(other).orElseThrow().nextIndex()).isEqualTo(1);
  }

  @Test
  void aBackendThatIsTerminatedWhileItWaitsStoresNothingAndTheCommitIsUnknown() throws Exception {
    CommitBatch batch = ProxiedStore.lone(room, "waits for the head");
    try (Connection other = proxied.database.connect();
        ExecutorService thread = Executors.newSingleThreadExecutor()) {
      other.setAutoCommit(false);
      lockHead(other);
      Future<RoomOutcome> commit = thread.submit(() -> proxied.commit(batch));
      String waiting =
          "SELECT coalesce(max(pid), 0) FROM pg_stat_activity WHERE datname = current_database()"
              + " AND application_name = 'turnwise' AND wait_event_type = 'Lock'";
      await().until(() -> !proxied.database.ask(waiting).equals("0"));
      proxied.database.ask("SELECT pg_terminate_backend(" + proxied.database.ask(waiting) + ")");

      assertThatThrownBy(() -> commit.get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(OutcomeUnknownException.class);
      other.rollback();
    }
    assertThat(timeline()).isEmpty();
    assertThat(ProxiedStore.stored(untilSettled(batch))).hasSize(1);
    assertThat(timeline()).hasSize(1);
  }

  private void lockHead(Connection connection) throws Exception {
    try (PreparedStatement lock =
        connection.prepareStatement("SELECT 1 FROM room_heads WHERE room_id = ? FOR UPDATE")) {
      lock.setString(1, room);
      lock.execute();
    }
  }

  @Test
  void aMutationIsUnknownOnlyOnceItsCommitWasSent() {
    RoomEvent target =
        ProxiedStore.stored(proxied.commit(ProxiedStore.lone(room, "original"))).getFirst();
    CommitBatch edit = ProxiedStore.batch(room, Events.edit(target, "edited text", ALICE));

    cutAt("edited text", Moment.BEFORE_REPLY);
    assertThatThrownBy(() -> proxied.commit(edit)).isInstanceOf(StoreUnavailableException.class);
    assertThat(timeline()).containsExactly(target);

    cutAt("COMMIT", Moment.BEFORE_REPLY);
    assertThatThrownBy(() -> proxied.commit(edit)).isInstanceOf(OutcomeUnknownException.class);

    assertThat(ProxiedStore.stored(untilSettled(edit)))
        .extracting(RoomEvent::index)
        .containsExactly(1L);
    assertThat(timeline()).hasSize(2);
  }

  @Test
  void aBrokenConnectionIsNotGivenToTheNext() {
    for (int i = 0; i < 5; i++) {
      cutAt("round " + i, Moment.BEFORE_REPLY);
      CommitBatch batch = ProxiedStore.lone(room, "round " + i);
      assertThatThrownBy(() -> proxied.commit(batch)).isInstanceOf(OutcomeUnknownException.class);
      // At once, without a pause: the pool must not hand out what just broke.
      assertThat(proxied.store.room(room)).isPresent();
    }
  }

  @Test
  void whileNobodyAnswersNothingIsStoredAndAfterwardsAllIsWell() {
    proxied.proxy.cut();
    try {
      CommitBatch batch = ProxiedStore.lone(room, "unreachable");
      assertThatThrownBy(() -> proxied.commit(batch)).isInstanceOf(TurnwiseException.class);
      assertThatThrownBy(() -> untilUnavailable(batch))
          .isInstanceOf(StoreUnavailableException.class)
          .hasMessageContaining(proxied.proxy.host() + ":" + proxied.proxy.port())
          .hasMessageContaining("nothing was stored");
    } finally {
      proxied.proxy.heal();
    }
    assertThat(ProxiedStore.stored(untilSettled(ProxiedStore.lone(room, "reachable")))).hasSize(1);
    assertThat(timeline()).hasSize(1);
  }

  /** Connections that were open when the network went are found broken first. */
  private void untilUnavailable(CommitBatch batch) {
    while (true) {
      try {
        proxied.commit(batch);
      } catch (OutcomeUnknownException broken) {
        continue;
      }
      throw new AssertionError("stored without a server");
    }
  }

  private void cutAt(String text, Moment moment) {
    proxied.proxy.onTraffic(CLIENT_TO_SERVER, containing(text), moment, Link::cut);
  }

  /** As a committer does it: the same batch until the answer is definite. */
  private RoomOutcome untilSettled(CommitBatch batch) {
    while (true) {
      try {
        return proxied.commit(batch);
      } catch (OutcomeUnknownException again) {
        // The other pooled connections may have broken as well.
      }
    }
  }

  private List<RoomEvent> timeline() {
    return proxied.store.page(EventQuery.after(room, -1)).events();
  }
}
