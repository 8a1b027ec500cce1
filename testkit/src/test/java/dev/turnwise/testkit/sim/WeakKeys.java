package dev.turnwise.testkit.sim;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.GateView;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.KeyOwner;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomFilter;
import dev.turnwise.store.RoomOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullMarked;

/** Stores that are careless with idempotency keys. */
@NullMarked
final class WeakKeys {

  private static final UUID NOBODY = new UUID(1, 1);

  private WeakKeys() {}

  /** Looks whether a key is taken, and takes it in a second step. */
  static ConversationStore checkedBefore(ConversationStore real, Scheduler scheduler) {
    Map<IdempotencyKey, KeyOwner> taken = new HashMap<>();
    return WeakStores.replacing(
        real,
        Map.of(
            "commit",
            arguments -> {
              Set<IdempotencyKey> known = new HashSet<>(taken.keySet());
              scheduler.point("between", "check and commit");
              List<RoomOutcome> outcomes = new ArrayList<>();
              for (RoomCommit commit : ((CommitBatch) arguments[0]).rooms()) {
                RoomOutcome outcome = commitOthers(real, commit, known, WeakKeys::unclaimed);
                if (outcome instanceof RoomOutcome.Applied) {
                  commit.appends().stream()
                      .filter(append -> !isKnown(append, known))
                      .forEach(append -> take(append, taken));
                }
                outcomes.add(outcome);
              }
              return outcomes;
            },
            "owners",
            arguments -> {
              Map<IdempotencyKey, KeyOwner> owners = new HashMap<>();
              for (IdempotencyKey key : keys(arguments[0])) {
                KeyOwner owner = taken.get(key);
                if (owner != null) {
                  owners.put(
                      key,
                      new KeyOwner(
                          owner.eventId(), owner.payloadHash(), find(real, owner.eventId())));
                }
              }
              return owners;
            }));
  }

  private static Append unclaimed(Append append) {
    return new Append(append.event(), Optional.empty(), append.mutation(), append.follows());
  }

  private static void take(Append append, Map<IdempotencyKey, KeyOwner> taken) {
    append
        .claim()
        .ifPresent(
            claim ->
                taken.put(
                    claim.key(),
                    new KeyOwner(append.event().id(), claim.payloadHash(), Optional.empty())));
  }

  private static Optional<RoomEvent> find(ConversationStore real, UUID id) {
    return real.rooms(RoomFilter.of(null)).stream()
        .flatMap(room -> real.event(room.id(), id).stream())
        .findFirst();
  }

  /** Keeps the keys of a batch whose condition failed (R2). */
  static ConversationStore keptAfterFailure(ConversationStore real) {
    return withGhosts(real, claim -> new KeyOwner(NOBODY, claim.payloadHash(), Optional.empty()));
  }

  /** The same, and makes up the originals, too. */
  static ConversationStore withMadeUpOriginals(ConversationStore real) {
    return withGhosts(
        real,
        claim ->
            new KeyOwner(
                NOBODY,
                claim.payloadHash(),
                real.rooms(RoomFilter.of(null)).stream()
                    .flatMap(room -> real.page(EventQuery.latest(room.id())).events().stream())
                    .findFirst()
                    .map(event -> event.toBuilder().id(NOBODY).index(event.index() + 1).build())));
  }

  private static ConversationStore withGhosts(
      ConversationStore real, Function<IdempotencyClaim, KeyOwner> owner) {
    Map<IdempotencyKey, IdempotencyClaim> ghosts = new HashMap<>();
    return WeakStores.replacing(
        real,
        Map.of(
            "commit",
            arguments ->
                ((CommitBatch) arguments[0])
                    .rooms().stream().map(commit -> commitPast(real, commit, ghosts)).toList(),
            "owners",
            arguments -> {
              Collection<IdempotencyKey> keys = keys(arguments[0]);
              Map<IdempotencyKey, KeyOwner> owners = new HashMap<>(real.owners(keys));
              for (IdempotencyKey key : keys) {
                IdempotencyClaim ghost = ghosts.get(key);
                if (ghost != null) {
                  owners.putIfAbsent(key, owner.apply(ghost));
                }
              }
              return owners;
            },
            "gateView",
            arguments -> {
              Collection<IdempotencyKey> keys = keys(arguments[1]);
              return real.gateView((String) arguments[0], keys)
                  .map(view -> new GateView(view.room(), owned(view, keys, ghosts.keySet())));
            }));
  }

  private static Set<IdempotencyKey> owned(
      GateView view, Collection<IdempotencyKey> keys, Set<IdempotencyKey> ghosts) {
    Set<IdempotencyKey> owned = new HashSet<>(view.owned());
    keys.stream().filter(ghosts::contains).forEach(owned::add);
    return owned;
  }

  private static RoomOutcome commitPast(
      ConversationStore real, RoomCommit commit, Map<IdempotencyKey, IdempotencyClaim> ghosts) {
    RoomOutcome outcome = commitOthers(real, commit, ghosts.keySet(), UnaryOperator.identity());
    if (outcome instanceof RoomOutcome.Unmatched) {
      commit.appends().stream()
          .flatMap(append -> append.claim().stream())
          .forEach(claim -> ghosts.put(claim.key(), claim));
    }
    return outcome;
  }

  /** Commits what does not repeat a known key, and says of the rest that its key is taken. */
  private static RoomOutcome commitOthers(
      ConversationStore real,
      RoomCommit commit,
      Set<IdempotencyKey> known,
      UnaryOperator<Append> change) {
    List<Append> others =
        commit.appends().stream().filter(append -> !isKnown(append, known)).map(change).toList();
    List<Placement> placements = new ArrayList<>();
    if (!others.isEmpty()) {
      RoomOutcome outcome = real.commit(CommitBatch.of(WeakStores.with(commit, others))).getFirst();
      if (!(outcome instanceof RoomOutcome.Applied(var placed))) {
        return outcome;
      }
      placements.addAll(placed);
    }
    for (int i = 0; i < commit.appends().size(); i++) {
      if (isKnown(commit.appends().get(i), known)) {
        placements.add(i, new Placement.KeyTaken());
      }
    }
    return new RoomOutcome.Applied(placements);
  }

  private static boolean isKnown(Append append, Set<IdempotencyKey> known) {
    return append.claim().map(claim -> known.contains(claim.key())).orElse(false);
  }

  private static Collection<IdempotencyKey> keys(Object argument) {
    return ((Collection<?>) argument).stream().map(IdempotencyKey.class::cast).toList();
  }
}
