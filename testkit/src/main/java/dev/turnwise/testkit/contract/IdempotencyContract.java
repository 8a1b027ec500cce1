package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.KeyOwner;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** R2 and R3: a key is owned by at most one event, and takes an index only with that event. */
public abstract class IdempotencyContract extends ConversationStoreContract {

  private static final Placement KEY_TAKEN = new Placement.KeyTaken();
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  @Test
  void aSecondEventUnderAKeyIsNotStored() {
    String room = newRoom();
    RoomEvent original = stored(place(room, Events.keyed(room, "first", "k")));

    assertUnwritten(
        room,
        () -> assertThat(place(room, Events.keyed(room, "second", "k"))).isEqualTo(KEY_TAKEN));

    IdempotencyKey key = IdempotencyKey.inRoom(room, "k");
    assertThat(store().owners(List.of(key)))
        .isEqualTo(Map.of(key, new KeyOwner(original.id(), "#k", Optional.of(original))));
  }

  @Test
  void ownersAreFoundForThoseKeysThatHaveOne() {
    String room = newRoom();
    RoomEvent one = stored(place(room, Events.keyed(room, "1", "k1")));
    RoomEvent two = stored(place(room, Events.keyed(room, "2", "k2")));
    IdempotencyKey free = IdempotencyKey.inRoom(room, "k3");

    Map<IdempotencyKey, KeyOwner> owners =
        store()
            .owners(
                List.of(
                    IdempotencyKey.inRoom(room, "k2"), free, IdempotencyKey.inRoom(room, "k1")));

    assertThat(owners.values())
        .extracting(KeyOwner::eventId)
        .containsExactlyInAnyOrder(one.id(), two.id());
    assertThat(owners).doesNotContainKey(free);
    assertThat(store().owners(Set.of())).isEmpty();
  }

  static Stream<Set<Integer>> takenPositions() {
    return Stream.of(
        Set.of(0), Set.of(2), Set.of(4), Set.of(0, 4), Set.of(1, 2, 3), Set.of(0, 1, 2, 3, 4));
  }

  /**
   * {@code next_index} rises by exactly the number of events, wherever in a batch keys conflict.
   */
  @ParameterizedTest
  @MethodSource("takenPositions")
  void onlyWhatIsStoredTakesAnIndex(Set<Integer> taken) {
    String room = newRoom();
    taken.forEach(i -> place(room, Events.keyed(room, "original " + i, "k" + i)));
    int before = taken.size();
    List<Append> batch =
        IntStream.range(0, 5).mapToObj(i -> Events.keyed(room, "repeat " + i, "k" + i)).toList();

    List<Placement> placements = place(room, batch);

    long next = before;
    for (int i = 0; i < 5; i++) {
      if (taken.contains(i)) {
        assertThat(placements.get(i)).isEqualTo(KEY_TAKEN);
      } else {
        assertThat(stored(placements.get(i)).index()).isEqualTo(next++);
      }
    }
    assertThat(snapshot(room).nextIndex()).isEqualTo(5);
    assertThat(room(room).eventCount()).isEqualTo(5);
    assertThat(indices(room)).containsExactly(0L, 1L, 2L, 3L, 4L);
    assertThat(append(room, "next").getFirst().index()).isEqualTo(5);
  }

  @Test
  void eventsWithoutKeyAreNotHeldUpByTakenKeysAroundThem() {
    String room = newRoom();
    place(room, Events.keyed(room, "original", "k"));

    List<Placement> placements =
        place(
            room,
            List.of(
                Append.of(Events.text(room, "a")),
                Events.keyed(room, "repeat", "k"),
                Append.of(Events.text(room, "b"))));

    assertThat(placements.get(1)).isEqualTo(KEY_TAKEN);
    assertThat(List.of(stored(placements.get(0)).index(), stored(placements.get(2)).index()))
        .containsExactly(1L, 2L);
  }

  @Test
  void aKeyThatIsTakenDoesNotWakeAPausedRoom() {
    String room = newRoom();
    place(room, Events.keyed(room, "original", "k"));
    moveTo(room, RoomStatus.PAUSED);

    assertUnwritten(
        room,
        () -> assertThat(place(room, Events.keyed(room, "repeat", "k"))).isEqualTo(KEY_TAKEN));
  }

  @Test
  void aKeyOfAConversationIsOwnedAcrossRooms() {
    String first = newRoom();
    String second = newRoom();
    IdempotencyClaim claim =
        new IdempotencyClaim(
            IdempotencyKey.inConversation(null, "phone", Rooms.uniqueId("+49"), "m-1"),
            "hash",
            Duration.ofDays(1));
    RoomEvent original = stored(place(first, Append.of(Events.text(first, "hi")).withClaim(claim)));

    assertThat(place(second, Append.of(Events.text(second, "hi")).withClaim(claim)))
        .isEqualTo(KEY_TAKEN);

    assertThat(store().owners(List.of(claim.key())))
        .isEqualTo(Map.of(claim.key(), new KeyOwner(original.id(), "hash", Optional.of(original))));
    assertThat(indices(second)).isEmpty();
  }

  @Test
  void whatFollowsAnEventIsStoredOnlyWithIt() {
    String first = newRoom();
    String second = newRoom();
    IdempotencyClaim claim =
        new IdempotencyClaim(
            IdempotencyKey.inConversation(null, "phone", Rooms.uniqueId("+49"), "m-1"),
            "hash",
            Duration.ofDays(1));
    stored(place(first, Append.of(Events.text(first, "hi")).withClaim(claim)));

    List<Placement> placements =
        place(
            second,
            List.of(
                Append.of(Events.text(second, "hi")).withClaim(claim),
                Append.following(Events.text(second, "injected behind it")),
                Append.following(Events.text(second, "and another")),
                Events.keyed(second, "new", "k"),
                Append.following(Events.text(second, "injected behind the new one")),
                Append.of(Events.text(second, "without a key")),
                Append.following(Events.text(second, "injected behind that"))));

    assertThat(placements.subList(0, 3)).containsOnly(KEY_TAKEN);
    assertThat(placements.subList(3, 7))
        .extracting(placement -> stored(placement).index())
        .containsExactly(0L, 1L, 2L, 3L);
    assertThat(snapshot(second).nextIndex()).isEqualTo(4);
  }

  @Test
  void theSameKeyInTwoRoomsIsTwoKeys() {
    String first = newRoom();
    String second = newRoom();

    assertThat(stored(place(first, Events.keyed(first, "hi", "k"))).index()).isZero();
    assertThat(stored(place(second, Events.keyed(second, "hi", "k"))).index()).isZero();
  }

  @Test
  void longKeysDifferInTheirLastCharacter() {
    String room = newRoom();
    String long1 = "ключ🔑".repeat(600) + "1";
    String long2 = "ключ🔑".repeat(600) + "2";

    stored(place(room, List.of(Events.keyed(room, "a", long1), Events.keyed(room, "b", long2))));

    assertThat(place(room, Events.keyed(room, "again", long1))).isEqualTo(KEY_TAKEN);
    assertThat(indices(room)).containsExactly(0L, 1L);
  }

  @Test
  void theOwnerIsShownAsItIsNow() {
    String room = newRoom();
    RoomEvent original = stored(place(room, Events.keyed(room, "first", "k")));
    IdempotencyKey key = IdempotencyKey.inRoom(room, "k");

    stored(place(room, Events.edit(original, "corrected", original.source())));
    RoomEvent edited = event(original);
    assertThat(edited.content()).isNotEqualTo(original.content());
    assertThat(store().owners(List.of(key)).values())
        .containsExactly(new KeyOwner(original.id(), "#k", Optional.of(edited)));

    stored(place(room, Events.remove(original, false)));
    assertThat(store().owners(List.of(key)).values())
        .containsExactly(new KeyOwner(original.id(), "#k", Optional.empty()));
    assertThat(place(room, Events.keyed(room, "again", "k"))).isEqualTo(KEY_TAKEN);
  }

  @Test
  void anExpiredKeyCountsAsAbsentAndIsReplaced() {
    String room = newRoom();
    IdempotencyKey key = IdempotencyKey.inRoom(room, "k");
    RoomEvent first = stored(place(room, brief(room, key)));
    await().until(() -> store().owners(List.of(key)).isEmpty());

    RoomEvent second =
        stored(
            place(
                room,
                Append.of(Events.text(room, "second"))
                    .withClaim(new IdempotencyClaim(key, "other", Duration.ofDays(1)))));

    assertThat(indices(room)).containsExactly(0L, 1L);
    assertThat(event(first)).isEqualTo(first);
    assertThat(store().owners(List.of(key)).values())
        .containsExactly(new KeyOwner(second.id(), "other", Optional.of(second)));
    assertThat(
            place(
                room,
                Append.of(Events.text(room, "third"))
                    .withClaim(new IdempotencyClaim(key, "x", AT_ONCE))))
        .isEqualTo(KEY_TAKEN);
  }

  @Test
  void aKeyThatWasReplacedIsNotDeletedWithItsOldOwner() {
    String room = newRoom();
    IdempotencyKey key = IdempotencyKey.inRoom(room, "k");
    stored(place(room, brief(room, key)));
    await().until(() -> store().owners(List.of(key)).isEmpty());
    RoomEvent second = stored(place(room, Events.keyed(room, "second", "k")));

    purgeAll();

    assertThat(store().owners(List.of(key)).values())
        .extracting(KeyOwner::eventId)
        .containsExactly(second.id());
  }

  @Test
  void expiredKeysAreDeletedAtMostAsManyAsWanted() {
    String room = newRoom();
    List<IdempotencyKey> keys =
        IntStream.range(0, 5).mapToObj(i -> IdempotencyKey.inRoom(room, "k" + i)).toList();
    stored(place(room, keys.stream().map(key -> brief(room, key)).toList()));
    RoomEvent lasting = stored(place(room, Events.keyed(room, "lasting", "stay")));
    await().until(() -> store().owners(keys).isEmpty());

    int first = store().purgeExpiredKeys(3);
    int rest = purgeAll();

    // Other tests may share the store, and their expired keys go as well.
    assertThat(first).isEqualTo(3);
    assertThat(first + rest).isGreaterThanOrEqualTo(5);
    assertThat(store().purgeExpiredKeys(100)).isZero();
    assertThat(store().owners(List.of(IdempotencyKey.inRoom(room, "stay"))).values())
        .extracting(KeyOwner::eventId)
        .containsExactly(lasting.id());
    assertThat(indices(room)).hasSize(6);
  }

  private int purgeAll() {
    int all = 0;
    int purged;
    do {
      purged = store().purgeExpiredKeys(100);
      all += purged;
    } while (purged > 0);
    return all;
  }

  private static Append brief(String room, IdempotencyKey key) {
    return Append.of(Events.text(room, "brief"))
        .withClaim(new IdempotencyClaim(key, "brief", AT_ONCE));
  }

  @Test
  void aFailedConditionLeavesTheKeyFree() {
    String room = newRoom();
    String other = newRoom();
    HeadConditions outdated = HeadConditions.ungated(snapshot(room).configVersion() + 1);
    CommitBatch batch =
        new CommitBatch(
            List.of(
                RoomCommit.of(room, outdated, List.of(Events.keyed(room, "refused", "k"))),
                RoomCommit.of(other, asNow(other), List.of(Events.keyed(other, "fine", "k")))));

    assertThat(store().commit(batch).getFirst()).isEqualTo(new RoomOutcome.Unmatched());

    assertThat(store().owners(List.of(IdempotencyKey.inRoom(room, "k")))).isEmpty();
    assertThat(stored(place(room, Events.keyed(room, "accepted", "k"))).index()).isZero();
  }

  @Test
  void theSameKeyFromManyThreadsIsOneEvent() {
    String room = newRoom();
    HeadConditions conditions = asNow(room);
    IdempotencyKey key = IdempotencyKey.inRoom(room, "k");

    List<Placement> placements =
        Together.run(
            8,
            i ->
                () -> {
                  Append mine = Events.keyed(room, "try " + i, "k");
                  Placement placement =
                      placements(commit(RoomCommit.of(room, conditions, List.of(mine)))).getFirst();
                  // R3: whoever lost can read the winner at once.
                  assertThat(store().owners(List.of(key)).get(key)).isNotNull();
                  return placement;
                });

    List<RoomEvent> winners =
        placements.stream()
            .filter(Placement.Stored.class::isInstance)
            .map(ConversationStoreContract::stored)
            .toList();
    assertThat(winners).hasSize(1);
    assertThat(placements.stream().filter(KEY_TAKEN::equals)).hasSize(7);
    assertThat(timeline(room)).isEqualTo(winners);
    assertThat(snapshot(room).nextIndex()).isEqualTo(1);
    assertThat(store().owners(List.of(key)).values())
        .containsExactly(
            new KeyOwner(winners.getFirst().id(), "#k", Optional.of(winners.getFirst())));
  }

  @Test
  void theSameKeyForTwoRoomsFromManyThreadsIsOneEvent() {
    List<String> rooms = IntStream.range(0, 8).mapToObj(i -> newRoom()).toList();
    String address = Rooms.uniqueId("+49");
    IdempotencyClaim claim =
        new IdempotencyClaim(
            IdempotencyKey.inConversation("org", "phone", address, "m"),
            "hash",
            Duration.ofDays(1));

    List<Placement> placements =
        Together.run(
            8,
            i ->
                () -> {
                  String room = rooms.get(i);
                  return place(room, Append.of(Events.text(room, "hi")).withClaim(claim));
                });

    assertThat(placements.stream().filter(Placement.Stored.class::isInstance)).hasSize(1);
    assertThat(rooms.stream().mapToLong(room -> snapshot(room).nextIndex()).sum()).isEqualTo(1);
  }

  @Test
  void manyKeysInDifferentOrdersFromManyThreadsEndWithOneEventEach() {
    List<String> rooms = List.of(newRoom(), newRoom());
    String scope = Rooms.uniqueId("conversation");
    int rounds = 10;

    Together.run(
        4,
        writer ->
            () -> {
              String room = rooms.get(writer % 2);
              for (int round = 0; round < rounds; round++) {
                place(room, shuffledBatch(room, scope, round, writer));
              }
              return true;
            });

    List<RoomEvent> all = rooms.stream().flatMap(room -> timeline(room).stream()).toList();
    assertThat(all)
        .extracting(RoomEvent::correlationId)
        .doesNotHaveDuplicates()
        .hasSize(rounds * 6);
    for (String room : rooms) {
      assertThat(indices(room))
          .containsExactlyElementsOf(
              LongStream.range(0, snapshot(room).nextIndex()).boxed().toList());
    }
  }

  /**
   * Six events under the keys of one round, the same for every writer, each writer in its own
   * order.
   */
  private static List<Append> shuffledBatch(String room, String scope, int round, int writer) {
    List<Append> batch = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String name = round + "/" + i;
      IdempotencyKey key = IdempotencyKey.inConversation(null, "phone", scope, name);
      batch.add(
          Append.of(Events.message(room, name).correlationId(name).build())
              .withClaim(new IdempotencyClaim(key, name, Duration.ofDays(1))));
    }
    Collections.rotate(batch, writer);
    if (writer % 2 == 1) {
      Collections.reverse(batch);
    }
    return batch;
  }
}
