package dev.turnwise.store;

import dev.turnwise.model.Observation;
import dev.turnwise.model.Task;
import dev.turnwise.model.TaskStatus;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Tasks and observations that channels, hooks and hosts leave in a room. They are no timeline
 * events.
 */
public interface WorkStore {

  /**
   * Stores a task.
   *
   * @return the task with its time
   * @throws dev.turnwise.error.RoomNotFoundException if its room does not exist
   * @throws dev.turnwise.error.InvalidInputException if a task of this id exists
   */
  Task addTask(Task task);

  Optional<Task> task(String roomId, UUID taskId);

  /** In creation order. */
  List<Task> tasks(String roomId, Optional<TaskStatus> status);

  /**
   * Moves a task to a status if it still has the expected one; empty if it does not, or is not
   * there.
   */
  Optional<Task> moveTask(String roomId, UUID taskId, TaskStatus expected, TaskStatus to);

  /**
   * Stores an observation.
   *
   * @return the observation with its time
   * @throws dev.turnwise.error.RoomNotFoundException if its room does not exist
   * @throws dev.turnwise.error.InvalidInputException if an observation of this id exists
   */
  Observation addObservation(Observation observation);

  /** In creation order. */
  List<Observation> observations(String roomId);
}
