package dev.turnwise.postgres;

import dev.turnwise.error.DataRejectedException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Commits batches: chooses the statement, and makes sending one again safe (R12).
 *
 * <p>An event without a key that is sent again meets its own primary key, and the whole statement
 * fails with it. Then the ids that are there are read back, by a statement of its own, and count as
 * done; what is left is sent without them.
 */
final class BatchCommit {

  private static final int MAX_ATTEMPTS = 3;

  private final Database database;
  private final MutationTransaction mutations;
  private final EventQueries events;

  BatchCommit(Database database, EventQueries events) {
    this.database = database;
    this.mutations = new MutationTransaction(database);
    this.events = events;
  }

  List<RoomOutcome> commit(CommitBatch batch) {
    RoomCommit first = batch.rooms().getFirst();
    if (first.appends().stream().anyMatch(append -> append.mutation().isPresent())) {
      return List.of(mutations.commit(first));
    }
    return commit(batch, MAX_ATTEMPTS);
  }

  private List<RoomOutcome> commit(CommitBatch batch, int attempts) {
    if (attempts == 0) {
      throw new StoreUnavailableException(
          "commit", "ids of its events came and went meanwhile", null);
    }
    return send(batch).orElseGet(() -> commitRest(batch, attempts));
  }

  /** Empty if the id of one of the events is in the database already; then nothing was written. */
  private Optional<List<RoomOutcome>> send(CommitBatch batch) {
    Failures.Write write = describe(batch);
    if (DeliveryResults.isNeeded(batch)) {
      return database.transaction(
          write, Optional::isPresent, connection -> runWithResults(connection, batch));
    }
    return database.write(write, connection -> run(connection, batch));
  }

  /**
   * With several events it names the first: the caller finds the culprit of a refusal by sending
   * them one by one.
   */
  private static Failures.Write describe(CommitBatch batch) {
    List<UUID> ids = ids(batch);
    String subject = "event " + (ids.isEmpty() ? "none" : ids.getFirst());
    return new Failures.Write(
        "commit",
        ids.isEmpty()
            ? "a step of the cursor"
            : ids.size() == 1 ? subject : subject + " and " + (ids.size() - 1) + " more",
        ids.stream().findFirst());
  }

  private static List<UUID> ids(CommitBatch batch) {
    return batch.rooms().stream()
        .flatMap(room -> room.appends().stream())
        .map(append -> append.event().id())
        .toList();
  }

  private static Optional<List<RoomOutcome>> run(Connection connection, CommitBatch batch)
      throws SQLException {
    try {
      return Optional.of(
          EventCommit.fits(batch)
              ? List.of(EventCommit.run(connection, batch.rooms().getFirst()))
              : RoomsCommit.run(connection, batch.rooms()));
    } catch (SQLException failure) {
      if (SqlStates.isEventIdTaken(failure)) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  private static Optional<List<RoomOutcome>> runWithResults(
      Connection connection, CommitBatch batch) throws SQLException {
    Optional<List<RoomOutcome>> outcomes = run(connection, batch);
    if (outcomes.isPresent()) {
      DeliveryResults.insert(connection, outcomes.get());
    }
    return outcomes;
  }

  private List<RoomOutcome> commitRest(CommitBatch batch, int attempts) {
    Map<UUID, RoomEvent> earlier = storedEarlier(batch);
    List<RoomCommit> rest = new ArrayList<>();
    for (RoomCommit room : batch.rooms()) {
      List<Append> left = left(room, earlier.keySet());
      if (!left.isEmpty() || room.step().isPresent()) {
        rest.add(
            new RoomCommit(room.roomId(), room.conditions(), left, room.senders(), room.step()));
      }
    }
    Map<String, RoomOutcome> outcomes = new HashMap<>();
    if (!rest.isEmpty()) {
      List<RoomOutcome> restOutcomes = commit(new CommitBatch(rest), attempts - 1);
      for (int i = 0; i < rest.size(); i++) {
        outcomes.put(rest.get(i).roomId(), restOutcomes.get(i));
      }
    }
    return batch.rooms().stream().map(room -> merged(room, earlier, outcomes)).toList();
  }

  /** What follows an event that is there already has nothing to wait for. */
  private static List<Append> left(RoomCommit room, Set<UUID> earlier) {
    List<Append> left = new ArrayList<>();
    boolean leaderIsThere = false;
    for (Append append : room.appends()) {
      boolean isThere = earlier.contains(append.event().id());
      leaderIsThere = append.follows() ? leaderIsThere : isThere;
      if (!isThere) {
        left.add(leaderIsThere ? append.alone() : append);
      }
    }
    return left;
  }

  private Map<UUID, RoomEvent> storedEarlier(CommitBatch batch) {
    Map<UUID, RoomEvent> found = new HashMap<>();
    events.byId(ids(batch)).forEach(event -> found.put(event.id(), event));
    Set<UUID> seen = new HashSet<>();
    for (RoomCommit room : batch.rooms()) {
      for (Append append : room.appends()) {
        UUID id = append.event().id();
        RoomEvent earlier = found.get(id);
        boolean elsewhere = earlier != null && !earlier.roomId().equals(room.roomId());
        if (elsewhere || !seen.add(id)) {
          throw new DataRejectedException(id, "its id is taken by another event", null);
        }
      }
    }
    return found;
  }

  private static RoomOutcome merged(
      RoomCommit room, Map<UUID, RoomEvent> earlier, Map<String, RoomOutcome> restOutcomes) {
    RoomOutcome rest = restOutcomes.getOrDefault(room.roomId(), new RoomOutcome.Applied(List.of()));
    if (!(rest instanceof RoomOutcome.Applied(List<Placement> placed))) {
      return rest;
    }
    List<Placement> placements = new ArrayList<>();
    int next = 0;
    for (Append append : room.appends()) {
      RoomEvent stored = earlier.get(append.event().id());
      placements.add(stored == null ? placed.get(next++) : new Placement.Stored(stored, List.of()));
    }
    return new RoomOutcome.Applied(placements);
  }
}
