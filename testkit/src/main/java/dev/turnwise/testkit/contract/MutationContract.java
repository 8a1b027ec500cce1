package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.DeleteType;
import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.EventType;
import dev.turnwise.model.ParticipantRole;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.SystemContent;
import dev.turnwise.model.TextContent;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.store.Append;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.Mutation;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Edits, deletions, replacements and removals: what they do, and when they are refused. */
public abstract class MutationContract extends ConversationStoreContract {

  private static final EventSource ALICE = TestChannel.PHONE.by(Events.ALICE);
  private static final EventSource BOB = TestChannel.PHONE.by("bob");
  private static final EventSource NOBODY = ALICE.withParticipantId(null);
  private static final EventSource SYSTEM = EventSource.system();

  @Test
  void anEditReplacesTheContentAndMarksItsTarget() {
    String room = newRoom();
    RoomEvent target =
        append(Events.message(room, "helo").metadata(Map.of("colour", "red")).build());
    append(room, "in between");

    Placement.Stored placement =
        (Placement.Stored) place(room, Events.edit(target, "hello", ALICE));

    RoomEvent edited =
        target
            .withContent(new TextContent("hello"))
            .withMetadata(Map.of("colour", "red", "edited", true));
    assertThat(placement.touched()).containsExactly(edited);
    assertThat(event(target)).isEqualTo(edited);
    assertThat(placement.event().index()).isEqualTo(2);
    assertThat(timeline(room).get(2)).isEqualTo(placement.event());
    assertThat(indices(room)).containsExactly(0L, 1L, 2L);
  }

  @Test
  void whatFollowsAnEditIsStoredRightBehindIt() {
    String room = newRoom();
    RoomEvent target = append(room, "helo").getFirst();
    Append follower = Append.of(Events.text(room, "it was edited", SYSTEM));
    List<Append> appends = List.of(Events.edit(target, "hello", ALICE), follower);

    List<RoomEvent> stored = stored(place(room, appends));

    assertThat(stored).extracting(RoomEvent::index).containsExactly(1L, 2L);
    assertThat(timeline(room).subList(1, 3)).isEqualTo(stored);
    assertThat(stored(place(room, appends))).as("sent again").isEqualTo(stored);
    assertThat(indices(room)).containsExactly(0L, 1L, 2L);
    assertThat(store().audit().counterMismatches()).isZero();
  }

  @Test
  void whatFollowsARefusedEditIsNotStored() {
    String room = newRoom();
    RoomEvent target = append(room, "mine").getFirst();
    Append follower = Append.of(Events.text(room, "it was edited", SYSTEM));

    assertUnwritten(
        room,
        () ->
            assertThat(place(room, List.of(Events.edit(target, "yours", BOB), follower)))
                .hasSize(2)
                .noneMatch(Placement.Stored.class::isInstance));
  }

  @Test
  void anEditOfAnEditChangesTheMessageThatTheFirstEditChanged() {
    String room = newRoom();
    RoomEvent message = append(room, "one").getFirst();
    RoomEvent firstEdit = stored(place(room, Events.edit(message, "two", ALICE)));
    RoomEvent secondEdit = stored(place(room, Events.edit(firstEdit, "three", ALICE)));

    Placement.Stored third = (Placement.Stored) place(room, Events.edit(secondEdit, "four", ALICE));

    assertThat(third.touched()).extracting(RoomEvent::id).containsExactly(message.id());
    assertThat(event(message).content()).isEqualTo(new TextContent("four"));
    assertThat(event(firstEdit)).isEqualTo(firstEdit);
    assertThat(event(secondEdit)).isEqualTo(secondEdit);
  }

  @Test
  void anEditOfAnEditIsRefusedByTheRulesOfTheMessage() {
    String room = newRoom();
    RoomEvent message = append(room, "one").getFirst();
    RoomEvent edit = stored(place(room, Events.systemEdit(message, "two", SYSTEM)));

    assertRejected(room, Events.edit(edit, "three", BOB), RefusalReason.NOT_ORIGINAL_AUTHOR);

    stored(place(room, Events.delete(message, DeleteType.SENDER, ALICE)));
    assertRejected(room, Events.edit(edit, "three", ALICE), RefusalReason.TARGET_EVENT_DELETED);

    stored(place(room, Events.remove(message, false)));
    assertRejected(room, Events.edit(edit, "three", ALICE), RefusalReason.TARGET_EVENT_NOT_FOUND);
  }

  @Test
  void onlyEditsReachThroughAnEdit() {
    String room = newRoom();
    RoomEvent message = append(room, "one").getFirst();
    RoomEvent edit = stored(place(room, Events.edit(message, "two", ALICE)));
    RoomEvent edited = event(message);

    stored(place(room, Events.delete(edit, DeleteType.SENDER, ALICE)));
    assertThat(event(edit).metadata()).containsEntry("deleted", true);
    stored(place(room, Events.remove(edit, false)));

    assertThat(store().event(room, edit.id())).isEmpty();
    assertThat(event(message)).isEqualTo(edited);
  }

  /** A host may replace an edit's content, and so make edits that name each other. */
  @Test
  void editsThatNameEachOtherHaveNoTarget() {
    String room = newRoom();
    RoomEvent message = append(room, "one").getFirst();
    RoomEvent first = stored(place(room, Events.edit(message, "two", ALICE)));
    RoomEvent second = stored(place(room, Events.edit(first, "three", ALICE)));
    Mutation.Replace circle =
        new Mutation.Replace(
            first.id(),
            Optional.of(new EditContent(second.id(), new TextContent("four"), null)),
            Optional.empty(),
            Optional.empty());
    stored(place(room, Events.update(room, circle)));

    assertRejected(room, Events.edit(second, "x", ALICE), RefusalReason.TARGET_EVENT_NOT_FOUND);
  }

  @Test
  void onlyTheAuthorEdits() {
    String room = newRoom();
    RoomEvent target = append(room, "mine").getFirst();
    RoomEvent ofNobody = append(Events.text(room, "anonymous", NOBODY));

    assertRejected(room, Events.edit(target, "yours", BOB), RefusalReason.NOT_ORIGINAL_AUTHOR);
    assertRejected(
        room, Events.edit(target, "?", NOBODY), RefusalReason.IDENTITY_REQUIRED_FOR_EDIT);
    assertRejected(
        room, Events.edit(ofNobody, "!", ALICE), RefusalReason.IDENTITY_REQUIRED_FOR_EDIT);
    assertRejected(
        room, Events.edit(ofNobody, "!", NOBODY), RefusalReason.IDENTITY_REQUIRED_FOR_EDIT);
    // The author is the same person on every channel.
    EventSource aliceOnTheWeb = TestChannel.WEB.by(Events.ALICE);
    assertThat(stored(place(room, Events.edit(target, "mine!", aliceOnTheWeb))).index())
        .isEqualTo(2);
  }

  @Test
  void anEditInTheNameOfTheSystemComesFromTheSystem() {
    String room = newRoom();
    RoomEvent target = append(room, "rude word").getFirst();

    assertRejected(room, Events.systemEdit(target, "***", ALICE), RefusalReason.NOT_AUTHORIZED);

    stored(place(room, Events.systemEdit(target, "***", SYSTEM)));
    assertThat(event(target).content()).isEqualTo(new TextContent("***"));
  }

  @Test
  void whatIsNotInTheRoomCannotBeChanged() {
    String room = newRoom();
    String otherRoom = newRoom();
    RoomEvent elsewhere = append(otherRoom, "elsewhere").getFirst();
    // As if it were here: only the store can tell.
    RoomEvent claimed = elsewhere.toBuilder().roomId(room).build();
    RoomEvent unknown = claimed.toBuilder().id(UUID.randomUUID()).build();

    for (RoomEvent target : List.of(claimed, unknown)) {
      assertRejected(room, Events.edit(target, "x", ALICE), RefusalReason.TARGET_EVENT_NOT_FOUND);
      assertRejected(
          room,
          Events.delete(target, DeleteType.SENDER, ALICE),
          RefusalReason.TARGET_EVENT_NOT_FOUND);
      assertRejected(room, Events.remove(target, true), RefusalReason.TARGET_EVENT_NOT_FOUND);
      assertRejected(
          room, Events.update(room, replace(target)), RefusalReason.TARGET_EVENT_NOT_FOUND);
    }
    assertThat(event(elsewhere)).isEqualTo(elsewhere);
  }

  @Test
  void aDeletionMarksItsTargetAndKeepsTheContent() {
    String room = newRoom();
    RoomEvent target =
        append(Events.message(room, "oops").metadata(Map.of("colour", "red")).build());

    Placement.Stored placement =
        (Placement.Stored) place(room, Events.delete(target, DeleteType.SENDER, ALICE));

    RoomEvent deleted = target.withMetadata(Map.of("colour", "red", "deleted", true));
    assertThat(placement.touched()).containsExactly(deleted);
    assertThat(event(target)).isEqualTo(deleted);
    assertThat(indices(room)).containsExactly(0L, 1L);
  }

  @Test
  void aSecondDeletionIsStoredAndChangesNothingMore() {
    String room = newRoom();
    RoomEvent target = append(room, "oops").getFirst();
    stored(place(room, Events.delete(target, DeleteType.SENDER, ALICE)));
    RoomEvent deleted = event(target);

    Placement.Stored again =
        (Placement.Stored) place(room, Events.delete(target, DeleteType.SYSTEM, SYSTEM));

    assertThat(again.event().index()).isEqualTo(2);
    assertThat(again.touched()).isEmpty();
    assertThat(event(target)).isEqualTo(deleted);
  }

  @Test
  void whatIsDeletedIsNotEditedAnyMore() {
    String room = newRoom();
    RoomEvent target = append(room, "oops").getFirst();
    RoomEvent deletion = stored(place(room, Events.delete(target, DeleteType.SENDER, ALICE)));

    assertRejected(room, Events.edit(target, "back", ALICE), RefusalReason.TARGET_EVENT_DELETED);
    assertRejected(
        room, Events.systemEdit(target, "back", SYSTEM), RefusalReason.TARGET_EVENT_DELETED);
    assertRejected(room, Events.edit(deletion, "x", ALICE), RefusalReason.NOT_AUTHORIZED);
  }

  @Test
  void aSenderDeletesOnlyOwnMessages() {
    String room = newRoom();
    RoomEvent target = append(room, "mine").getFirst();
    RoomEvent ofNobody = append(Events.text(room, "anonymous", NOBODY));

    assertRejected(
        room, Events.delete(target, DeleteType.SENDER, BOB), RefusalReason.NOT_ORIGINAL_AUTHOR);
    assertRejected(
        room,
        Events.delete(target, DeleteType.SENDER, NOBODY),
        RefusalReason.IDENTITY_REQUIRED_FOR_EDIT);
    assertRejected(
        room,
        Events.delete(ofNobody, DeleteType.SENDER, ALICE),
        RefusalReason.IDENTITY_REQUIRED_FOR_EDIT);
  }

  @Test
  void theSystemDeletesAnything() {
    String room = newRoom();
    RoomEvent target = append(room, "spam").getFirst();

    assertRejected(
        room, Events.delete(target, DeleteType.SYSTEM, ALICE), RefusalReason.NOT_AUTHORIZED);
    stored(place(room, Events.delete(target, DeleteType.SYSTEM, SYSTEM)));
    assertThat(event(target).metadata()).containsEntry("deleted", true);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OWNER")
  void onlyOwnersDeleteAsAdmins(ParticipantRole role) {
    String room = newRoom();
    RoomEvent target = append(room, "spam").getFirst();
    Append byBob = Events.delete(target, DeleteType.ADMIN, BOB);

    assertRejected(room, byBob, RefusalReason.NOT_AUTHORIZED);
    join(room, "bob", role);
    assertRejected(room, byBob, RefusalReason.NOT_AUTHORIZED);
    join(room, "carol", ParticipantRole.OWNER);
    assertRejected(room, byBob, RefusalReason.NOT_AUTHORIZED);
    assertRejected(
        room, Events.delete(target, DeleteType.ADMIN, NOBODY), RefusalReason.NOT_AUTHORIZED);

    stored(place(room, Events.delete(target, DeleteType.ADMIN, TestChannel.PHONE.by("carol"))));
    assertThat(event(target).metadata()).containsEntry("deleted", true);
  }

  private void join(String room, String id, ParticipantRole role) {
    RoomChange join =
        new RoomChange.Join(
            room,
            Rooms.member(room, id, TestChannel.PHONE).toBuilder().role(role).build(),
            Optional.empty());
    assertThat(store().change(join)).isInstanceOf(ChangeOutcome.Changed.class);
  }

  @Test
  void aReplacementChangesExactlyWhatItNames() {
    String room = newRoom();
    RoomEvent target =
        append(
            Events.message(room, "old")
                .metadata(Map.of("a", 1, "b", 2))
                .correlationId("c")
                .build());

    Placement.Stored content =
        (Placement.Stored)
            place(
                room,
                Events.update(
                    room,
                    new Mutation.Replace(
                        target.id(),
                        Optional.of(new TextContent("new")),
                        Optional.empty(),
                        Optional.empty())));
    RoomEvent withContent = target.withContent(new TextContent("new"));
    assertThat(content.touched()).containsExactly(withContent);
    assertThat(event(target)).isEqualTo(withContent);

    stored(
        place(
            room,
            Events.update(
                room,
                new Mutation.Replace(
                    target.id(),
                    Optional.empty(),
                    Optional.of(BOB),
                    Optional.of(Map.of("b", 3))))));
    RoomEvent withAll = withContent.toBuilder().source(BOB).metadata(Map.of("b", 3)).build();
    assertThat(event(target)).isEqualTo(withAll);
    assertThat(timeline(room))
        .extracting(RoomEvent::type)
        .containsExactly(EventType.MESSAGE, EventType.EVENT_UPDATED, EventType.EVENT_UPDATED);
  }

  @Test
  void aRemovalTakesOneEventAndListsIt() {
    String room = newRoom();
    RoomEvent target = append(room, "secret").getFirst();
    RoomEvent reply = append(reply(target, "what?"));

    Placement.Stored placement = (Placement.Stored) place(room, Events.remove(target, false));

    assertThat(placement.touched()).containsExactly(target);
    assertThat(store().event(room, target.id())).isEmpty();
    assertThat(store().stored(room, List.of(target.id()))).isEmpty();
    assertThat(event(reply)).isEqualTo(reply);
    assertListed(placement.event(), List.of(target));
    assertThat(event(placement.event())).isEqualTo(placement.event());
    assertThat(indices(room)).containsExactly(1L, 2L);
  }

  @Test
  void aCascadingRemovalTakesDirectAndIndirectReplies() {
    String room = newRoom();
    RoomEvent before = append(room, "before").getFirst();
    RoomEvent root = append(room, "root").getFirst();
    RoomEvent unrelated = append(room, "unrelated").getFirst();
    RoomEvent reply = append(reply(root, "reply"));
    RoomEvent deep = append(reply(reply, "reply to the reply"));
    RoomEvent sibling = append(reply(unrelated, "other thread"));
    RoomEvent deeper = append(reply(deep, "and so on"));
    RoomEvent second = append(reply(root, "second reply"));

    Placement.Stored placement = (Placement.Stored) place(room, Events.remove(root, true));

    List<RoomEvent> gone = List.of(root, reply, deep, deeper, second);
    assertThat(placement.touched()).containsExactlyElementsOf(gone);
    assertListed(placement.event(), gone);
    assertThat(timeline(room)).containsExactly(before, unrelated, sibling, placement.event());
  }

  @Test
  void holesAreNotFilledAgain() {
    String room = newRoom();
    List<RoomEvent> events = append(room, "a", "b", "c");
    stored(place(room, Events.remove(events.get(2), false)));
    stored(place(room, Events.remove(events.get(0), false)));

    append(room, "d");

    assertThat(indices(room)).containsExactly(1L, 3L, 4L, 5L);
    assertThat(snapshot(room).nextIndex()).isEqualTo(6);
    assertThat(room(room).eventCount()).isEqualTo(6);
    assertThat(room(room).latestIndex()).isEqualTo(5);
  }

  @Test
  void theListOfARemovalKeepsWhatItsContentSaidBefore() {
    String room = newRoom();
    RoomEvent target = append(room, "secret").getFirst();

    RoomEvent removal = stored(place(room, Events.remove(target, false)));

    SystemContent content = (SystemContent) removal.content();
    assertThat(content.code()).isEqualTo("event_deleted");
    assertThat(content.data()).containsEntry("note", "event_deleted");
  }

  @Test
  void theSameMutationAgainIsDoneAlready() {
    String room = newRoom();
    List<RoomEvent> events = append(room, "a", "b");
    Append edit = Events.edit(events.get(0), "A", ALICE);
    Append removal = Events.remove(events.get(1), true);
    RoomEvent storedEdit = stored(place(room, edit));
    RoomEvent storedRemoval = stored(place(room, removal));

    assertUnwritten(
        room,
        () -> {
          assertThat(stored(place(room, edit))).isEqualTo(storedEdit);
          assertThat(stored(place(room, removal))).isEqualTo(storedRemoval);
        });
  }

  @Test
  void aRejectedMutationLeavesItsKeyFree() {
    String room = newRoom();
    RoomEvent target = append(room, "mine").getFirst();

    assertRejected(
        room,
        Events.edit(target, "yours", BOB).withClaim(Events.claim(room, "k")),
        RefusalReason.NOT_ORIGINAL_AUTHOR);

    assertThat(store().owners(List.of(Events.claim(room, "k").key()))).isEmpty();
    Append allowed = Events.edit(target, "mine!", ALICE).withClaim(Events.claim(room, "k"));
    assertThat(stored(place(room, allowed)).index()).isEqualTo(1);
  }

  @Test
  void aRepeatedKeyIsADuplicateEvenIfTheMutationWouldNowBeRefused() {
    String room = newRoom();
    RoomEvent target = append(room, "mine").getFirst();
    stored(place(room, Events.edit(target, "mine!", ALICE).withClaim(Events.claim(room, "k"))));
    stored(place(room, Events.delete(target, DeleteType.SENDER, ALICE)));

    Append repeat = Events.edit(target, "mine!", ALICE).withClaim(Events.claim(room, "k"));

    assertUnwritten(
        room, () -> assertThat(place(room, repeat)).isEqualTo(new Placement.KeyTaken()));
  }

  @Test
  void aMutationWhoseConditionFailsChangesNothing() {
    String room = newRoom();
    RoomEvent target = append(room, "mine").getFirst();
    RoomCommit outdated =
        RoomCommit.of(
            room,
            HeadConditions.gated(snapshot(room).configVersion(), 0),
            List.of(Events.edit(target, "mine!", ALICE)));

    assertUnwritten(
        room, () -> assertThat(commit(outdated)).isEqualTo(new RoomOutcome.Unmatched()));
  }

  @Test
  void aRejectedMutationDoesNotWakeAPausedRoom() {
    String room = newRoom();
    RoomEvent target = append(room, "mine").getFirst();
    moveTo(room, RoomStatus.PAUSED);

    assertRejected(room, Events.edit(target, "yours", BOB), RefusalReason.NOT_ORIGINAL_AUTHOR);
    assertThat(room(room).status()).isEqualTo(RoomStatus.PAUSED);
  }

  @Test
  void concurrentEditsAndDeletionsLeaveOneConsistentEvent() {
    String room = newRoom();
    RoomEvent target = append(room, "v0").getFirst();

    List<Map<Class<?>, Integer>> counts =
        Together.run(
            4,
            writer ->
                () -> {
                  Map<Class<?>, Integer> mine = new HashMap<>();
                  for (int i = 0; i < 10; i++) {
                    Append mutation =
                        writer == 0 && i == 5
                            ? Events.delete(target, DeleteType.SENDER, ALICE)
                            : Events.edit(target, writer + "/" + i, ALICE);
                    mine.merge(place(room, mutation).getClass(), 1, Integer::sum);
                  }
                  return mine;
                });

    List<RoomEvent> log = timeline(room);
    int accepted =
        counts.stream().mapToInt(mine -> mine.getOrDefault(Placement.Stored.class, 0)).sum();
    assertThat(log).hasSize(1 + accepted);
    assertThat(log)
        .extracting(RoomEvent::index)
        .containsExactlyElementsOf(LongStream.rangeClosed(0, accepted).boxed().toList());
    // What the log says last before the deletion is what the message says; nothing was edited after
    // it.
    int deletion = log.stream().map(RoomEvent::type).toList().indexOf(EventType.DELETE);
    assertThat(log.subList(deletion + 1, log.size())).isEmpty();
    RoomEvent lastEdit = log.get(deletion - 1);
    assertThat(lastEdit.type()).isEqualTo(EventType.EDIT);
    assertThat(event(target).content()).isEqualTo(((EditContent) lastEdit.content()).newContent());
  }

  private static RoomEvent reply(RoomEvent to, String text) {
    return Events.message(to.roomId(), text).parentEventId(to.id()).build();
  }

  private static Mutation.Replace replace(RoomEvent target) {
    return new Mutation.Replace(
        target.id(), Optional.of(new TextContent("x")), Optional.empty(), Optional.empty());
  }

  private static void assertListed(RoomEvent removal, List<RoomEvent> removed) {
    Map<String, Object> data = ((SystemContent) removal.content()).data();
    assertThat((List<?>) data.get("removed_indices"))
        .map(index -> ((Number) index).longValue())
        .containsExactlyElementsOf(removed.stream().map(RoomEvent::index).toList());
    assertThat(data.get("removed_ids"))
        .isEqualTo(removed.stream().map(event -> event.id().toString()).toList());
  }

  private void assertRejected(String room, Append mutation, RefusalReason reason) {
    assertUnwritten(
        room, () -> assertThat(place(room, mutation)).isEqualTo(new Placement.Rejected(reason)));
  }
}
