package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.CursorStep;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.testkit.fake.Events;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What an audit counts, in a sound store and in one that was tampered with.
 *
 * <p>{@link #store()} must be empty at the start of each of these tests, and used by nothing else.
 */
public abstract class AuditContract extends ConversationStoreContract {

  @Test
  void anEmptyStoreIsSound() {
    assertThat(store().audit()).isEqualTo(sound(0, 0, 0));
    assertThat(store().audit().ok()).isTrue();
  }

  @Test
  void aSoundStoreIsCounted() {
    String room = newRoom();
    newRoom();
    append(room, "a", "b", "c");
    append(newRoom(), "d");

    assertThat(store().audit()).isEqualTo(sound(3, 4, 0));
  }

  @Test
  void removedEventsAreNoGaps() {
    String room = newRoom();
    List<RoomEvent> events = append(room, "a", "b", "c");
    append(Events.message(room, "reply").parentEventId(events.get(0).id()).build());
    stored(place(room, Events.remove(events.get(2), false)));
    stored(place(room, Events.remove(events.get(0), true)));

    // Of four messages and two removals, three messages are gone.
    assertThat(store().audit()).isEqualTo(sound(1, 3, 0));
  }

  @Test
  void whatARemovedRecordOfARemovalListedIsStillNoGap() {
    String room = newRoom();
    List<RoomEvent> events = append(room, "a", "b");
    RoomEvent removal = stored(place(room, Events.remove(events.get(0), false)));

    stored(place(room, Events.remove(removal, false)));

    assertThat(store().audit()).isEqualTo(sound(1, 2, 0));
  }

  @Test
  void eventsWithTargetsAboveTheCursorAreUndelivered() {
    String room = newRoom();
    append(room, "nothing to deliver");
    for (int i = 0; i < 3; i++) {
      append(Events.message(room, "to deliver").targets(List.of("web", "agent")).build());
    }
    assertThat(store().audit()).isEqualTo(sound(1, 4, 3));

    RoomCommit step =
        RoomCommit.of(room, HeadConditions.none(), Events.texts(room, "answer"))
            .withStep(new CursorStep(-1, 1, 0));
    placements(commit(step));

    AuditReport report = store().audit();
    assertThat(report).isEqualTo(sound(1, 5, 2));
    assertThat(report.ok()).isTrue();
  }

  @Test
  void aLostEventIsAGap() {
    String room = newRoom();
    append(room, "a", "b", "c", "d");
    append(newRoom(), "fine");
    heads().loseEvent(room, 0);
    heads().loseEvent(room, 2);

    AuditReport report = store().audit();

    assertThat(report.gaps()).isEqualTo(2);
    assertThat(report.events()).isEqualTo(3);
    assertThat(report.counterMismatches()).isZero();
    assertFaulty(report, room);
  }

  @Test
  void aCounterBeyondTheLastEventIsAMismatch() {
    String room = newRoom();
    append(room, "a");
    heads().loseIndices(room, 3);

    AuditReport report = store().audit();

    assertThat(report.counterMismatches()).isEqualTo(1);
    assertThat(report.cursorErrors()).isZero();
    assertFaulty(report, room);
  }

  @Test
  void aCounterOfAnEmptyRoomIsAMismatchToo() {
    String room = newRoom();
    heads().loseIndices(room, 1);

    AuditReport report = store().audit();

    assertThat(report.counterMismatches()).isEqualTo(1);
    assertFaulty(report, room);
  }

  @Test
  void aCursorBeyondTheTimelineIsAnError() {
    String room = newRoom();
    append(room, "a", "b");
    heads().setDeliveredIndex(room, 1);
    assertThat(store().audit()).isEqualTo(sound(1, 2, 0));

    heads().setDeliveredIndex(room, 2);

    AuditReport report = store().audit();
    assertThat(report.cursorErrors()).isEqualTo(1);
    assertThat(report.counterMismatches()).isZero();
    assertFaulty(report, room);
  }

  @Test
  void theFirstFaultsAreNamedAndAllAreCounted() {
    for (int i = 0; i < 30; i++) {
      String room = newRoom();
      append(room, "a", "b");
      heads().loseEvent(room, 0);
    }

    AuditReport report = store().audit();

    assertThat(report.gaps()).isEqualTo(30);
    assertThat(report.findings()).hasSize(20).doesNotHaveDuplicates();
  }

  @Test
  void anAuditWritesNothing() {
    String room = newRoom();
    append(room, "a", "b");
    heads().loseEvent(room, 0);

    assertUnwritten(room, () -> assertThat(store().audit()).isEqualTo(store().audit()));
  }

  private static void assertFaulty(AuditReport report, String room) {
    assertThat(report.ok()).isFalse();
    assertThat(report.duplicateIndices()).isZero();
    assertThat(report.findings()).isNotEmpty().allMatch(finding -> finding.contains(room));
  }

  private static AuditReport sound(long rooms, long events, long undelivered) {
    return new AuditReport(rooms, events, 0, 0, 0, 0, undelivered, true, List.of());
  }
}
