package dev.turnwise.memory;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.Observation;
import dev.turnwise.model.Task;
import dev.turnwise.model.TaskStatus;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Tasks and observations of one room, in creation order. */
final class Work {

  private final Map<UUID, Task> tasks = new LinkedHashMap<>();
  private final Map<UUID, Observation> observations = new LinkedHashMap<>();

  void add(Task task) {
    requireFree("task.id", tasks.putIfAbsent(task.id(), task) == null);
  }

  void add(Observation observation) {
    requireFree("observation.id", observations.putIfAbsent(observation.id(), observation) == null);
  }

  private static void requireFree(String field, boolean free) {
    if (!free) {
      throw new InvalidInputException(field, "is taken in this room", null, "choose another id");
    }
  }

  Optional<Task> task(UUID id) {
    return Optional.ofNullable(tasks.get(id));
  }

  List<Task> tasks(Optional<TaskStatus> status) {
    return tasks.values().stream()
        .filter(task -> status.map(wanted -> wanted == task.status()).orElse(true))
        .toList();
  }

  Optional<Task> move(UUID id, TaskStatus expected, TaskStatus to) {
    Optional<Task> moved = task(id).filter(task -> task.status() == expected).map(task -> task.withStatus(to));
    moved.ifPresent(task -> tasks.put(id, task));
    return moved;
  }

  List<Observation> observations() {
    return List.copyOf(observations.values());
  }
}
