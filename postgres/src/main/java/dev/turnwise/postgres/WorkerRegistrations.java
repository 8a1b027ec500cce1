package dev.turnwise.postgres;

import dev.turnwise.runtime.Tasks;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.store.WorkerRegistration;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The workers that this process has registered, as a rule one. Thread-safe. */
final class WorkerRegistrations {

  /** Beyond what the server may take to answer: the id of a killed worker may be waited for. */
  private static final Duration BEYOND = Duration.ofSeconds(2);

  private final LockServer server;
  private final Failures failures;
  private final Tasks tasks;
  private final Set<WorkerLease> leases = ConcurrentHashMap.newKeySet();

  WorkerRegistrations(LockSettings settings, Failures failures, Tasks tasks) {
    this.server = new LockServer(settings, new LockFailures(settings.dsn(), "store.dsn"), tasks);
    this.failures = failures;
    this.tasks = tasks;
  }

  WorkerRegistration begin(WorkerInfo worker) {
    WorkerSeat seat = new WorkerSeat(worker.id(), server, failures, tasks);
    Duration patience = server.settings().patience().plus(BEYOND);
    WorkerLease lease = new WorkerLease(worker, seat, patience, tasks, leases::remove);
    leases.add(lease);
    lease.begin();
    return lease;
  }

  /** All of them leave. */
  void close() {
    leases.forEach(WorkerLease::close);
  }
}
