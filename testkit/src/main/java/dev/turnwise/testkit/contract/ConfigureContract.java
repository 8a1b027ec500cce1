package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomChange;
import dev.turnwise.testkit.fake.Rooms;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Settings of a room: policy, timers, metadata. */
public abstract class ConfigureContract extends ConversationStoreContract {

  private static final ChangeOutcome CHANGED = new ChangeOutcome.Changed(Optional.empty());
  private static final ChangeOutcome UNCHANGED = new ChangeOutcome.Unchanged();
  private static final RoomTimers TIMERS =
      new RoomTimers(Duration.ofMinutes(90), Duration.ofMillis(86_400_001));

  @Test
  void thePolicyIsPartOfTheConfiguration() {
    String room = newRoom();
    HeadConditions before = asNow(room);
    assertThat(snapshot(room).agentResponsePolicy()).isEqualTo(AgentResponsePolicy.AGENT_CHAIN);

    assertThat(configurePolicy(room, AgentResponsePolicy.ADDRESSED_ONLY)).isEqualTo(CHANGED);

    assertThat(snapshot(room).agentResponsePolicy()).isEqualTo(AgentResponsePolicy.ADDRESSED_ONLY);
    assertThat(room(room).agentResponsePolicy()).isEqualTo(AgentResponsePolicy.ADDRESSED_ONLY);
    assertThat(snapshot(room).configVersion()).isGreaterThan(before.configVersion().orElseThrow());
    assertUnwritten(
        room,
        () ->
            assertThat(configurePolicy(room, AgentResponsePolicy.ADDRESSED_ONLY))
                .isEqualTo(UNCHANGED));
  }

  @Test
  void timersAndMetadataAreNotPartOfTheConfiguration() {
    String room = newRoom();
    HeadConditions before = asNow(room);

    assertThat(configureTimers(room, TIMERS)).isEqualTo(CHANGED);
    assertThat(patch(room, Map.of("a", 1))).isEqualTo(CHANGED);

    assertThat(room(room).timers()).isEqualTo(TIMERS);
    assertThat(asNow(room)).isEqualTo(before);
    assertUnwritten(
        room,
        () -> {
          assertThat(configureTimers(room, TIMERS)).isEqualTo(UNCHANGED);
          assertThat(patch(room, Map.of("a", 1))).isEqualTo(UNCHANGED);
        });
  }

  @Test
  void timersCanBeTakenAway() {
    String room = newRoom();
    configureTimers(room, TIMERS);

    assertThat(configureTimers(room, RoomTimers.NONE)).isEqualTo(CHANGED);

    assertThat(room(room).timers()).isEqualTo(RoomTimers.NONE);
  }

  @Test
  void metadataIsMergedKeyByKeyAndNullRemoves() {
    String room = newRoom();
    patch(room, Map.of("a", 1, "b", Map.of("x", 1, "y", 2), "c", List.of(1, 2), "d", "gone"));
    Map<String, @Nullable Object> patch = new HashMap<>();
    patch.put("b", Map.of("z", 3));
    patch.put("d", null);
    patch.put("e", true);
    patch.put("was never there", null);

    assertThat(patchNullable(room, patch)).isEqualTo(CHANGED);

    assertThat(room(room).metadata())
        .isEqualTo(Map.of("a", 1, "b", Map.of("z", 3), "c", List.of(1, 2), "e", true));
    assertUnwritten(room, () -> assertThat(patchNullable(room, patch)).isEqualTo(UNCHANGED));
  }

  @Test
  void anEmptyChangeChangesNothing() {
    String room = newRoom();

    assertUnwritten(room, () -> assertThat(patch(room, Map.of())).isEqualTo(UNCHANGED));
  }

  @Test
  void settingsAreNoEvents() {
    String room = newRoom();
    configurePolicy(room, AgentResponsePolicy.ADDRESSED_ONLY);
    configureTimers(room, TIMERS);
    patch(room, Map.of("a", 1));

    assertThat(timeline(room)).isEmpty();
    assertThat(snapshot(room).nextIndex()).isZero();
  }

  @Test
  void aChangeIsDated() {
    String room = newRoom();
    Instant before = room(room).updatedAt();

    Awaitility.await()
        .untilAsserted(
            () -> {
              patch(room, Map.of("nanos", System.nanoTime()));
              assertThat(room(room).updatedAt()).isAfter(before);
            });
  }

  @Test
  void patchesOfManyThreadsAllArrive() {
    String room = newRoom();

    Together.run(8, i -> () -> patch(room, Map.of("key " + i, i)));

    Map<String, Object> expected = new HashMap<>();
    IntStream.range(0, 8).forEach(i -> expected.put("key " + i, i));
    assertThat(room(room).metadata()).isEqualTo(expected);
  }

  @Test
  void aRoomThatDoesNotExistIsMissing() {
    assertThat(patch(Rooms.uniqueId("nowhere"), Map.of("a", 1)))
        .isEqualTo(new ChangeOutcome.RoomMissing());
  }

  private ChangeOutcome configurePolicy(String room, AgentResponsePolicy policy) {
    return store()
        .change(new RoomChange.Configure(room, Optional.of(policy), Optional.empty(), Map.of()));
  }

  private ChangeOutcome configureTimers(String room, RoomTimers timers) {
    return store()
        .change(new RoomChange.Configure(room, Optional.empty(), Optional.of(timers), Map.of()));
  }

  private ChangeOutcome patch(String room, Map<String, Object> patch) {
    return store()
        .change(new RoomChange.Configure(room, Optional.empty(), Optional.empty(), patch));
  }

  /**
   * The interface's map does not say that its values may be null, but null is what removes a key.
   */
  @SuppressWarnings("NullAway")
  private ChangeOutcome patchNullable(String room, Map<String, @Nullable Object> patch) {
    return patch(room, patch);
  }
}
