package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.model.Observation;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.model.Task;
import dev.turnwise.model.TaskStatus;
import dev.turnwise.testkit.fake.Rooms;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tasks and observations. */
public abstract class WorkContract extends ConversationStoreContract {

  @Test
  void aTaskIsKeptWithEveryFieldAndTheStoresTime() {
    String room = newRoom();
    Task task =
        new Task(
            UUID.randomUUID(),
            room,
            "callback",
            TaskStatus.IN_PROGRESS,
            "Call back 📞",
            "the customer asked for it",
            Map.of("phone", "+49 1", "tries", List.of(1, 2)),
            "bob",
            "agent",
            Instant.EPOCH,
            Map.of("queue", "de"));

    Task stored = store().addTask(task);

    assertThat(stored).isEqualTo(task.withCreatedAt(stored.createdAt()));
    assertThat(stored.createdAt())
        .isAfterOrEqualTo(room(room).createdAt())
        .isEqualTo(stored.createdAt().truncatedTo(ChronoUnit.MICROS));
    assertThat(store().task(room, task.id())).contains(stored);
    assertThat(store().tasks(room, Optional.empty())).containsExactly(stored);
  }

  @Test
  void anObservationIsKeptWithEveryFieldAndTheStoresTime() {
    String room = newRoom();
    Observation observation =
        new Observation(
            UUID.randomUUID(),
            room,
            "sentiment",
            Map.of("score", 0.75, "words", List.of("angry")),
            "agent",
            Instant.EPOCH,
            Map.of("model", "m1"));

    Observation stored = store().addObservation(observation);

    assertThat(stored).isEqualTo(observation.withCreatedAt(stored.createdAt()));
    assertThat(stored.createdAt()).isAfterOrEqualTo(room(room).createdAt());
    assertThat(store().observations(room)).containsExactly(stored);
  }

  @Test
  void minimalWorkIsKeptToo() {
    String room = newRoom();

    Task task = store().addTask(task(room));
    Observation observation = store().addObservation(observation(room));

    assertThat(store().tasks(room, Optional.empty())).containsExactly(task);
    assertThat(store().observations(room)).containsExactly(observation);
  }

  @Test
  void workStandsInTheOrderOfCreation() {
    String room = newRoom();
    List<Task> tasks = new ArrayList<>();
    List<Observation> observations = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      tasks.add(store().addTask(task(room)));
      observations.add(store().addObservation(observation(room)));
    }

    assertThat(store().tasks(room, Optional.empty())).isEqualTo(tasks);
    assertThat(store().observations(room)).isEqualTo(observations);
  }

  @Test
  void tasksAreListedByStatus() {
    String room = newRoom();
    Task pending = store().addTask(task(room));
    Task done = store().addTask(task(room).withStatus(TaskStatus.COMPLETED));

    assertThat(store().tasks(room, Optional.of(TaskStatus.PENDING))).containsExactly(pending);
    assertThat(store().tasks(room, Optional.of(TaskStatus.COMPLETED))).containsExactly(done);
    assertThat(store().tasks(room, Optional.of(TaskStatus.FAILED))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "PENDING")
  void aTaskMovesFromTheExpectedStatusAndFromNoOther(TaskStatus to) {
    String room = newRoom();
    Task task = store().addTask(task(room));
    Task moved = task.withStatus(to);

    assertThat(store().moveTask(room, task.id(), to, TaskStatus.CANCELLED)).isEmpty();
    assertThat(store().task(room, task.id())).contains(task);

    assertThat(store().moveTask(room, task.id(), TaskStatus.PENDING, to)).contains(moved);
    assertThat(store().task(room, task.id())).contains(moved);

    assertThat(store().moveTask(room, task.id(), TaskStatus.PENDING, to)).isEmpty();
    assertThat(store().tasks(room, Optional.empty())).containsExactly(moved);
  }

  @Test
  void ofManyWhoMoveATaskOneSucceeds() {
    String room = newRoom();
    Task task = store().addTask(task(room));

    List<Optional<Task>> moved =
        Together.run(
            8,
            i ->
                () ->
                    store().moveTask(room, task.id(), TaskStatus.PENDING, TaskStatus.IN_PROGRESS));

    assertThat(moved.stream().flatMap(Optional::stream))
        .containsExactly(task.withStatus(TaskStatus.IN_PROGRESS));
  }

  @Test
  void workBelongsToOneRoom() {
    String room = newRoom();
    String other = newRoom();
    Task task = store().addTask(task(room));
    store().addObservation(observation(room));

    assertThat(store().task(other, task.id())).isEmpty();
    assertThat(store().tasks(other, Optional.empty())).isEmpty();
    assertThat(store().observations(other)).isEmpty();
    assertThat(store().moveTask(other, task.id(), TaskStatus.PENDING, TaskStatus.FAILED)).isEmpty();
    assertThat(store().task(room, task.id())).contains(task);
    assertThat(store().task(room, UUID.randomUUID())).isEmpty();
  }

  @Test
  void workOfARoomThatDoesNotExistIsRefused() {
    String nowhere = Rooms.uniqueId("nowhere");

    assertThatThrownBy(() -> store().addTask(task(nowhere)))
        .isInstanceOf(RoomNotFoundException.class)
        .hasMessageContaining(nowhere);
    assertThatThrownBy(() -> store().addObservation(observation(nowhere)))
        .isInstanceOf(RoomNotFoundException.class)
        .hasMessageContaining(nowhere);
    assertThat(store().tasks(nowhere, Optional.empty())).isEmpty();
    assertThat(store().observations(nowhere)).isEmpty();
  }

  @Test
  void anIdThatIsTakenIsRefusedAndChangesNothing() {
    String room = newRoom();
    Task task = store().addTask(task(room));
    Observation observation = store().addObservation(observation(room));

    assertThatThrownBy(() -> store().addTask(task.withStatus(TaskStatus.FAILED)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("task.id");
    assertThatThrownBy(() -> store().addObservation(observation))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("observation.id");

    assertThat(store().tasks(room, Optional.empty())).containsExactly(task);
    assertThat(store().observations(room)).containsExactly(observation);
  }

  @Test
  void workIsNoEventAndNeedsNoOpenRoom() {
    String room = newRoom();
    moveTo(room, RoomStatus.CLOSED);

    assertUnwritten(
        room,
        () -> {
          store().addTask(task(room));
          store().addObservation(observation(room));
        });
    assertThat(store().tasks(room, Optional.empty())).hasSize(1);
  }

  @Test
  void tasksFromManyThreadsAreAllKept() {
    String room = newRoom();

    List<Task> added = Together.run(8, i -> () -> store().addTask(task(room)));

    assertThat(store().tasks(room, Optional.empty())).containsExactlyInAnyOrderElementsOf(added);
  }

  private static Task task(String room) {
    return Task.pending(UUID.randomUUID(), room, "callback", Map.of(), Instant.EPOCH);
  }

  private static Observation observation(String room) {
    return new Observation(
        UUID.randomUUID(), room, "sentiment", Map.of(), null, Instant.EPOCH, Map.of());
  }
}
