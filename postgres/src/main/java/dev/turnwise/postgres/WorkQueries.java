package dev.turnwise.postgres;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.RoomNotFoundException;
import dev.turnwise.model.Observation;
import dev.turnwise.model.Task;
import dev.turnwise.model.TaskStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tasks and observations. */
final class WorkQueries {

  private static final Sql ADD_TASK = Sql.of("add-task");
  private static final Sql TASK = Sql.of("task");
  private static final Sql TASKS = Sql.of("tasks");
  private static final Sql MOVE_TASK = Sql.of("move-task");
  private static final Sql ADD_OBSERVATION = Sql.of("add-observation");
  private static final Sql OBSERVATIONS = Sql.of("observations");

  private final Database database;

  WorkQueries(Database database) {
    this.database = database;
  }

  Task add(Task task) {
    Optional<Optional<Instant>> added =
        database.write(
            new Failures.Write("storing a task", "task " + task.id(), Optional.of(task.id())),
            connection -> {
              try (Call call = ADD_TASK.on(connection)) {
                return call.uuid("task_id", task.id())
                    .text("room_id", task.roomId())
                    .text("type", task.type())
                    .text("status", task.status().name())
                    .text("title", task.title())
                    .text("description", task.description())
                    .text("data", EventRows.json(task.data()))
                    .text("assigned_to", task.assignedTo())
                    .text("created_by", task.createdBy())
                    .text("metadata", EventRows.json(task.metadata()))
                    .first(row -> Optional.ofNullable(row.timeOrNull("created_at")));
              }
            });
    return task.withCreatedAt(timeOf(added, task.roomId(), "task.id"));
  }

  Observation add(Observation observation) {
    Optional<Optional<Instant>> added =
        database.write(
            new Failures.Write(
                "storing an observation",
                "observation " + observation.id(),
                Optional.of(observation.id())),
            connection -> {
              try (Call call = ADD_OBSERVATION.on(connection)) {
                return call.uuid("observation_id", observation.id())
                    .text("room_id", observation.roomId())
                    .text("type", observation.type())
                    .text("data", EventRows.json(observation.data()))
                    .text("source_channel_id", observation.sourceChannelId())
                    .text("metadata", EventRows.json(observation.metadata()))
                    .first(row -> Optional.ofNullable(row.timeOrNull("created_at")));
              }
            });
    return observation.withCreatedAt(timeOf(added, observation.roomId(), "observation.id"));
  }

  /** No row: no room. A row without time: the id was taken. */
  private static Instant timeOf(Optional<Optional<Instant>> added, String roomId, String field) {
    return added
        .orElseThrow(() -> new RoomNotFoundException(roomId))
        .orElseThrow(() -> new InvalidInputException(field, "is taken", null, "choose another id"));
  }

  Optional<Task> task(String roomId, UUID taskId) {
    return database.read(
        "reading a task",
        connection -> {
          try (Call call = TASK.on(connection)) {
            return call.text("room_id", roomId)
                .uuid("task_id", taskId)
                .first(WorkQueries::readTask);
          }
        });
  }

  List<Task> tasks(String roomId, Optional<TaskStatus> status) {
    @Nullable String wanted = status.map(TaskStatus::name).orElse(null);
    return database.read(
        "reading tasks",
        connection -> {
          try (Call call = TASKS.on(connection)) {
            return call.text("room_id", roomId).text("status", wanted).list(WorkQueries::readTask);
          }
        });
  }

  Optional<Task> move(String roomId, UUID taskId, TaskStatus expected, TaskStatus to) {
    return database.write(
        new Failures.Write("moving a task", "the move of task " + taskId, Optional.of(taskId)),
        connection -> {
          try (Call call = MOVE_TASK.on(connection)) {
            return call.text("room_id", roomId)
                .uuid("task_id", taskId)
                .text("expected", expected.name())
                .text("to", to.name())
                .first(WorkQueries::readTask);
          }
        });
  }

  List<Observation> observations(String roomId) {
    return database.read(
        "reading observations",
        connection -> {
          try (Call call = OBSERVATIONS.on(connection)) {
            return call.text("room_id", roomId).list(WorkQueries::readObservation);
          }
        });
  }

  private static Task readTask(Row row) throws SQLException {
    return new Task(
        row.uuid("task_id"),
        row.text("room_id"),
        row.text("type"),
        row.constant("status", TaskStatus.class),
        row.textOrNull("title"),
        row.textOrNull("description"),
        EventRows.readMap("task.data", row.text("data")),
        row.textOrNull("assigned_to"),
        row.textOrNull("created_by"),
        row.time("created_at"),
        EventRows.readMap("task.metadata", row.text("metadata")));
  }

  private static Observation readObservation(Row row) throws SQLException {
    return new Observation(
        row.uuid("observation_id"),
        row.text("room_id"),
        row.text("type"),
        EventRows.readMap("observation.data", row.text("data")),
        row.textOrNull("source_channel_id"),
        row.time("created_at"),
        EventRows.readMap("observation.metadata", row.text("metadata")));
  }
}
