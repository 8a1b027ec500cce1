package dev.turnwise.memory;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.Observation;
import dev.turnwise.model.Task;
import dev.turnwise.model.TaskStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Tasks and observations of all rooms, each room's in creation order. */
final class Work {

  private final Map<UUID, Task> tasks = new HashMap<>();
  private final Map<UUID, Observation> observations = new HashMap<>();
  private final Map<String, List<UUID>> tasksOfRoom = new HashMap<>();
  private final Map<String, List<UUID>> observationsOfRoom = new HashMap<>();

  Task add(Task task, Instant now) {
    requireFree("task.id", !tasks.containsKey(task.id()));
    Task stored = task.withCreatedAt(now);
    tasks.put(task.id(), stored);
    tasksOfRoom.computeIfAbsent(task.roomId(), room -> new ArrayList<>()).add(task.id());
    return stored;
  }

  Observation add(Observation observation, Instant now) {
    requireFree("observation.id", !observations.containsKey(observation.id()));
    Observation stored = observation.withCreatedAt(now);
    observations.put(observation.id(), stored);
    observationsOfRoom
        .computeIfAbsent(observation.roomId(), room -> new ArrayList<>())
        .add(observation.id());
    return stored;
  }

  private static void requireFree(String field, boolean free) {
    if (!free) {
      throw new InvalidInputException(field, "is taken", null, "choose another id");
    }
  }

  Optional<Task> task(String roomId, UUID id) {
    return Optional.ofNullable(tasks.get(id)).filter(task -> task.roomId().equals(roomId));
  }

  List<Task> tasks(String roomId, Optional<TaskStatus> status) {
    return tasksOfRoom.getOrDefault(roomId, List.of()).stream()
        .flatMap(id -> Stream.ofNullable(tasks.get(id)))
        .filter(task -> status.map(wanted -> wanted == task.status()).orElse(true))
        .toList();
  }

  Optional<Task> move(String roomId, UUID id, TaskStatus expected, TaskStatus to) {
    Optional<Task> moved =
        task(roomId, id).filter(task -> task.status() == expected).map(task -> task.withStatus(to));
    moved.ifPresent(task -> tasks.put(id, task));
    return moved;
  }

  List<Observation> observations(String roomId) {
    return observationsOfRoom.getOrDefault(roomId, List.of()).stream()
        .flatMap(id -> Stream.ofNullable(observations.get(id)))
        .toList();
  }
}
