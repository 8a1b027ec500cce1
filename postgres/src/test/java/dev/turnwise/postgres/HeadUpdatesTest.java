package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What a commit costs the table of heads: new versions of rows inside their page, no index entry.
 */
class HeadUpdatesTest {

  @Test
  void everyUpdateOfAHeadStaysInItsPage() {
    try (TestDatabase database = new TestDatabase()) {
      try (PostgresStore store = database.newStore()) {
        commitToManyRooms(store);
      }

      // Sessions report what they did with a delay, at the latest when they end.
      String updates = "SELECT n_tup_upd FROM pg_stat_user_tables WHERE relname = 'room_heads'";
      await().until(() -> database.ask(updates), "240"::equals);
      assertThat(
              database.ask(
                  "SELECT n_tup_hot_upd FROM pg_stat_user_tables WHERE relname = 'room_heads'"))
          .isEqualTo("240");
    }
  }

  private static void commitToManyRooms(PostgresStore store) {
    List<String> rooms = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String id = Rooms.uniqueId("room");
      store.open(Rooms.room(id, TestChannel.PHONE.in(id)));
      rooms.add(id);
    }
    for (int round = 0; round < 3; round++) {
      for (String id : rooms) {
        store.commit(CommitBatch.of(commit(id, "lone")));
      }
      store.commit(new CommitBatch(rooms.stream().map(id -> commit(id, "a", "b")).toList()));
    }
  }

  private static RoomCommit commit(String id, String... texts) {
    return RoomCommit.of(id, HeadConditions.ungated(1), Events.texts(id, texts));
  }
}
