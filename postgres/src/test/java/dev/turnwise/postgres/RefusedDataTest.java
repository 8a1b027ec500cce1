package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.DataRejectedException;
import dev.turnwise.error.SchemaException;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Data that the database refuses, here by a constraint that its administrator has added. */
class RefusedDataTest {

  private static final EventSource ALICE = TestChannel.PHONE.by(Events.ALICE);

  private static TestDatabase database;
  private static PostgresStore store;
  private String room;

  @BeforeAll
  static void open() {
    database = new TestDatabase();
    store = database.newStore();
    database.run(
        "ALTER TABLE events ADD CONSTRAINT no_poison CHECK (content->>'text' IS DISTINCT FROM 'poison')");
  }

  @AfterAll
  static void close() {
    store.close();
    database.close();
  }

  @BeforeEach
  void newRoom() {
    room = Rooms.uniqueId("room");
    store.open(Rooms.room(room, TestChannel.PHONE.in(room)));
  }

  @Test
  void aLoneEventIsNamedAndTheNextGetsItsIndex() {
    Append poison = Events.keyed(room, "poison", "k");

    assertThatThrownBy(() -> commit(poison))
        .isInstanceOf(DataRejectedException.class)
        .hasMessageContaining(poison.event().id().toString())
        .hasMessageNotContaining("no_poison");

    commit(Events.keyed(room, "cure", "k"));
    assertThat(timeline()).extracting(RoomEvent::index).containsExactly(0L);
  }

  @Test
  void aBatchWithOneIsRefusedAsAWholeAndEachOfTheOthersGoesIn() {
    Append before = Append.of(Events.text(room, "before"));
    Append poison = Append.of(Events.text(room, "poison"));
    Append after = Append.of(Events.text(room, "after"));

    assertThatThrownBy(() -> commit(before, poison, after))
        .isInstanceOf(DataRejectedException.class);
    assertThat(timeline()).isEmpty();

    commit(before);
    assertThatThrownBy(() -> commit(poison)).isInstanceOf(DataRejectedException.class);
    commit(after);
    assertThat(timeline())
        .extracting(RoomEvent::id)
        .containsExactly(before.event().id(), after.event().id());
    assertThat(timeline()).extracting(RoomEvent::index).containsExactly(0L, 1L);
  }

  @Test
  void anEditIsNamedAndLeavesItsTargetAlone() {
    commit(Append.of(Events.text(room, "fine")));
    RoomEvent target = timeline().getFirst();
    Append edit = Events.edit(target, "poison", ALICE);

    assertThatThrownBy(() -> commit(edit))
        .isInstanceOf(DataRejectedException.class)
        .hasMessageContaining(edit.event().id().toString());

    assertThat(timeline()).containsExactly(target);
  }

  @Test
  void theIdOfAnotherRoomsEventIsRefused() {
    String other = Rooms.uniqueId("room");
    store.open(Rooms.room(other, TestChannel.PHONE.in(other)));
    RoomEvent there = Events.text(other, "there");
    store.commit(
        CommitBatch.of(RoomCommit.of(other, HeadConditions.none(), List.of(Append.of(there)))));
    Append sameId = Append.of(Events.message(room, "here").id(there.id()).build());

    assertThatThrownBy(() -> commit(sameId))
        .isInstanceOf(DataRejectedException.class)
        .hasMessageContaining("its id is taken by another event");
    assertThatThrownBy(() -> commit(Append.of(Events.text(room, "a")), sameId))
        .isInstanceOf(DataRejectedException.class)
        .hasMessageContaining(there.id().toString());
    assertThat(timeline()).isEmpty();
  }

  /** The backstop: whatever is wrong with a counter, no two events ever share an index. */
  @Test
  void anIndexThatIsTakenIsNeverGivenTwice() {
    commit(Append.of(Events.text(room, "a")), Append.of(Events.text(room, "b")));
    database.run("UPDATE room_heads SET next_index = 1 WHERE room_id = ?", room);

    for (int events : List.of(1, 2)) {
      Append[] appends = Events.texts(room, "c", "d").subList(0, events).toArray(Append[]::new);
      assertThatThrownBy(() -> commit(appends))
          .isInstanceOf(SchemaException.class)
          .hasMessageContaining("next_index lies behind its events")
          .hasMessageContaining("audit");
    }
    assertThat(timeline()).extracting(RoomEvent::index).containsExactly(0L, 1L);
  }

  private void commit(Append... appends) {
    store.commit(CommitBatch.of(RoomCommit.of(room, HeadConditions.ungated(1), List.of(appends))));
  }

  private List<RoomEvent> timeline() {
    return store.page(EventQuery.after(room, -1)).events();
  }
}
