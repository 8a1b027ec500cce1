package dev.turnwise.store;

import java.util.List;
import java.util.OptionalInt;

/**
 * Which workers share this store, and which of them are alive.
 *
 * <p>A shared store holds, for each registered worker, one lock on its id in a session that is also
 * a lease: the lock is free at once when the worker's process is gone, and after the lease when it
 * is stopped or cut off. So a free lock of a worker that has not left means that it is dead; no
 * clock of any worker is trusted.
 */
public interface WorkerStore {

  /**
   * Registers this process as a worker and keeps it alive until the registration is closed. An id
   * whose worker has left or died may be used again. Workers that left or died more than a day ago
   * are forgotten.
   *
   * @throws dev.turnwise.error.ConfigurationException if a live worker has this id
   */
  WorkerRegistration register(WorkerInfo worker);

  /**
   * All workers that are known, live ones first, then the last seen ones. One whose lock is free is
   * shown as DEAD, whether it has been marked or not.
   */
  List<WorkerRow> workers();

  /**
   * Marks workers as DEAD that have not left and whose lock is free; returns their ids. Each is
   * returned once; not those whose id was registered again before, see {@link
   * WorkerRegistration#followsDead()}.
   */
  List<String> markDead();

  /**
   * Clears the gates of all rooms if no worker has hooks. One that was marked DEAD counts for the
   * length of a lease more: it may only have lost its lock, and be about to come back.
   *
   * @return how many rooms were ungated; empty if hooks were, or may be, alive, so that gates were
   *     kept
   */
  OptionalInt clearUnneededGates();
}
