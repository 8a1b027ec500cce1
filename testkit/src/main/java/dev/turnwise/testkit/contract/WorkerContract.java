package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.store.WorkerRegistration;
import dev.turnwise.store.WorkerRow;
import dev.turnwise.store.WorkerRow.WorkerState;
import dev.turnwise.testkit.fake.Rooms;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Workers that share a store: registered, known to each other, gone in order. */
public abstract class WorkerContract extends ConversationStoreContract {

  private final List<WorkerRegistration> registrations = new ArrayList<>();
  private final String id = Rooms.uniqueId("worker");

  @AfterEach
  void leave() {
    registrations.forEach(WorkerRegistration::close);
  }

  private WorkerRegistration register(String worker, boolean hasHooks) {
    WorkerRegistration registration =
        store().register(new WorkerInfo(worker, Set.of("sms", "web"), hasHooks));
    registrations.add(registration);
    return registration;
  }

  private WorkerRow row(String worker) {
    return store().workers().stream()
        .filter(row -> row.info().id().equals(worker))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aRegisteredWorkerIsKnownWithWhatItSaid() {
    register(id, true);

    WorkerRow row = row(id);

    assertThat(row.info()).isEqualTo(new WorkerInfo(id, Set.of("sms", "web"), true));
    assertThat(row.state()).isEqualTo(WorkerState.LIVE);
    assertThat(row.seenAt()).isAfterOrEqualTo(row.startedAt());
  }

  @Test
  void anIdInUseIsRefusedAndItsOwnerStays() {
    register(id, true);

    assertThatThrownBy(() -> register(id, false))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(id)
        .hasMessageContaining("in use");

    assertThat(row(id).info().hasHooks()).isTrue();
    assertThat(row(id).state()).isEqualTo(WorkerState.LIVE);
  }

  @Test
  void whatAWorkerSaysOfItselfIsReplaced() {
    WorkerRegistration registration = register(id, false);
    WorkerRow before = row(id);

    assertThat(registration.update(_ -> new WorkerInfo(id, Set.of("email"), true))).isTrue();

    WorkerRow after = row(id);
    assertThat(after.info()).isEqualTo(new WorkerInfo(id, Set.of("email"), true));
    assertThat(after.state()).isEqualTo(WorkerState.LIVE);
    assertThat(after.startedAt()).isEqualTo(before.startedAt());
    assertThat(after.seenAt()).isAfterOrEqualTo(before.seenAt());
  }

  @Test
  void ofChangesAtOnceEachSeesTheOneBefore() {
    WorkerRegistration registration = register(id, false);
    List<Boolean> seen = new ArrayList<>();

    registration.update(before -> before.withHooks(true));
    registration.update(
        before -> {
          seen.add(before.hasHooks());
          return new WorkerInfo(id, Set.of("email"), before.hasHooks());
        });

    assertThat(seen).containsOnly(true);
    assertThat(row(id).info()).isEqualTo(new WorkerInfo(id, Set.of("email"), true));
  }

  @Test
  void whoFollowsAWorkerThatHasLeftFollowsNoDeadOne() {
    register(id, false).close();

    assertThat(register(id, false).followsDead()).isFalse();
  }

  @Test
  void aDrainingWorkerGoesOnDrainingWhenItSaysSomethingElse() {
    WorkerRegistration registration = register(id, false);

    registration.drain();
    registration.update(before -> new WorkerInfo(before.id(), Set.of(), true));

    assertThat(row(id).state()).isEqualTo(WorkerState.DRAINING);
    assertThat(row(id).info().hasHooks()).isTrue();
    assertThatThrownBy(() -> register(id, false)).isInstanceOf(ConfigurationException.class);
  }

  @Test
  void aWorkerThatClosesHasLeftAndIsNotDead() {
    WorkerRegistration registration = register(id, false);

    registration.close();
    registration.close();

    assertThat(row(id).state()).isEqualTo(WorkerState.LEFT);
    assertThat(store().markDead()).doesNotContain(id);
    assertThat(row(id).state()).isEqualTo(WorkerState.LEFT);
  }

  @Test
  void anIdThatWasLeftMayBeUsedAgainAndItsFormerOwnerHasNoSay() {
    WorkerRegistration former = register(id, true);
    former.close();

    register(id, false);
    assertThat(former.update(_ -> new WorkerInfo(id, Set.of("stale"), true))).isFalse();
    former.drain();
    former.close();

    assertThat(row(id).info()).isEqualTo(new WorkerInfo(id, Set.of("sms", "web"), false));
    assertThat(row(id).state()).isEqualTo(WorkerState.LIVE);
  }

  @Test
  void workersThatAreAliveAreNeverMarkedDead() {
    WorkerRegistration draining = register(Rooms.uniqueId("draining"), false);
    register(id, false);
    draining.drain();

    assertThat(store().markDead()).isEmpty();

    assertThat(row(id).state()).isEqualTo(WorkerState.LIVE);
  }

  @Test
  void liveWorkersComeFirstThenTheLastSeen() {
    String first = Rooms.uniqueId("first-to-leave");
    String second = Rooms.uniqueId("second-to-leave");
    WorkerRegistration firstToLeave = register(first, false);
    WorkerRegistration secondToLeave = register(second, false);
    WorkerRegistration draining = register(Rooms.uniqueId("draining"), false);
    register(id, false);
    firstToLeave.close();
    secondToLeave.close();
    draining.drain();

    List<WorkerRow> rows = store().workers();

    assertThat(rows).extracting(WorkerRow::state).isSorted();
    assertThat(rows)
        .filteredOn(row -> row.state() == WorkerState.LEFT)
        .extracting(row -> row.info().id())
        .containsSubsequence(second, first);
  }

  @Test
  void gatesStayWhileAWorkerWithHooksIsAlive() {
    String room = gatedRoom();
    register(Rooms.uniqueId("plain"), false);
    WorkerRegistration hooked = register(id, true);
    hooked.drain();

    assertUnwritten(room, () -> assertThat(store().clearUnneededGates()).isEmpty());

    assertThat(snapshot(room).gated()).isTrue();
  }

  @Test
  void gatesThatNobodyNeedsAreClearedAndThatIsANewConfiguration() {
    String room = gatedRoom();
    String other = gatedRoom();
    String ungated = newRoom();
    long version = snapshot(room).configVersion();
    long untouched = snapshot(ungated).configVersion();
    register(id, true).update(before -> before.withHooks(false));

    assertThat(store().clearUnneededGates().orElseThrow()).isGreaterThanOrEqualTo(2);

    assertThat(snapshot(room).gated()).isFalse();
    assertThat(snapshot(other).gated()).isFalse();
    assertThat(snapshot(room).configVersion()).isEqualTo(version + 1);
    assertThat(snapshot(ungated).configVersion()).isEqualTo(untouched);
    assertThat(store().clearUnneededGates()).hasValue(0);
  }

  @Test
  void theLastWorkerWithHooksTakesTheNeedForGatesAlong() {
    String room = gatedRoom();
    WorkerRegistration hooked = register(id, true);
    assertThat(store().clearUnneededGates()).isEmpty();

    hooked.close();

    assertThat(store().clearUnneededGates().orElseThrow()).isPositive();
    assertThat(snapshot(room).gated()).isFalse();
  }

  private String gatedRoom() {
    String room = newRoom();
    changed(new RoomChange.SetGate(room, true));
    return room;
  }
}
