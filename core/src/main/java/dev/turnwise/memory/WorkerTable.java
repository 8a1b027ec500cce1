package dev.turnwise.memory;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.store.WorkerRow;
import dev.turnwise.store.WorkerRow.WorkerState;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.UnaryOperator;

/** The engines of this process that share the store. */
final class WorkerTable {

  private static final Comparator<WorkerRow> LIVE_FIRST =
      Comparator.comparing(WorkerRow::state)
          .thenComparing(WorkerRow::seenAt, Comparator.reverseOrder());

  private static final Duration REMEMBERED = Duration.ofDays(1);

  /** Who said something last is last, also where the clock stood still meanwhile. */
  private final LinkedHashMap<String, WorkerRow> byId = new LinkedHashMap<>();

  WorkerRow add(WorkerInfo worker, Instant now) {
    WorkerRow known = byId.get(worker.id());
    if (known != null && known.state() != WorkerState.LEFT) {
      throw new ConfigurationException(
          "worker_id", "'" + worker.id() + "' is in use", "give each worker its own id");
    }
    // Who left last said something when it did.
    byId.values()
        .removeIf(
            row -> row.state() == WorkerState.LEFT && row.seenAt().isBefore(now.minus(REMEMBERED)));
    WorkerRow row = new WorkerRow(worker, WorkerState.LIVE, now, now);
    byId.putLast(worker.id(), row);
    return row;
  }

  WorkerRow update(String id, UnaryOperator<WorkerInfo> change, Instant now) {
    return put(
        id,
        row -> {
          WorkerInfo said = change.apply(row.info());
          WorkerInfo info = new WorkerInfo(id, said.channels(), said.hasHooks());
          return new WorkerRow(info, row.state(), row.startedAt(), now);
        });
  }

  WorkerRow move(String id, WorkerState to, Instant now) {
    return put(id, row -> new WorkerRow(row.info(), to, row.startedAt(), now));
  }

  private WorkerRow put(String id, UnaryOperator<WorkerRow> change) {
    WorkerRow row = byId.get(id);
    if (row == null) {
      throw new IllegalStateException("worker " + id + " is not registered");
    }
    WorkerRow changed = change.apply(row);
    byId.putLast(id, changed);
    return changed;
  }

  List<WorkerRow> all() {
    return byId.reversed().values().stream().sorted(LIVE_FIRST).toList();
  }

  boolean anyWithHooks() {
    return byId.values().stream()
        .anyMatch(row -> row.info().hasHooks() && row.state() != WorkerState.LEFT);
  }
}
