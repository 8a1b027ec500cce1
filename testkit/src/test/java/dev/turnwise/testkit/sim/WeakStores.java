package dev.turnwise.testkit.sim;

import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.error.StoreUnavailableException;
import dev.turnwise.memory.InMemoryStore;
import dev.turnwise.memory.SkippedIndices;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Append;
import dev.turnwise.store.AuditReport;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOpening;
import dev.turnwise.store.RoomOutcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullMarked;

/** Stores from each of which one safeguard is missing. */
@NullMarked
final class WeakStores {

  private WeakStores() {}

  /** A method of a store, replaced. */
  interface Method extends Function<Object[], Object> {}

  static ConversationStore replacing(ConversationStore real, Map<String, Method> methods) {
    return (ConversationStore)
        Proxy.newProxyInstance(
            ConversationStore.class.getClassLoader(),
            new Class<?>[] {ConversationStore.class},
            (self, method, arguments) -> {
              Method replacement = methods.get(method.getName());
              if (replacement != null) {
                return replacement.apply(arguments);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException wrapped) {
                throw Objects.requireNonNull(wrapped.getCause());
              }
            });
  }

  private static ConversationStore committing(
      ConversationStore real, Function<CommitBatch, List<RoomOutcome>> commit) {
    return replacing(real, Map.of("commit", arguments -> commit.apply((CommitBatch) arguments[0])));
  }

  private static CommitBatch mapped(CommitBatch batch, UnaryOperator<RoomCommit> change) {
    return new CommitBatch(batch.rooms().stream().map(change).toList());
  }

  private static RoomCommit under(RoomCommit commit, HeadConditions conditions) {
    return new RoomCommit(
        commit.roomId(), conditions, commit.appends(), commit.senders(), commit.step());
  }

  static RoomCommit with(RoomCommit commit, List<Append> appends) {
    return new RoomCommit(
        commit.roomId(), commit.conditions(), appends, commit.senders(), commit.step());
  }

  private static Append with(Append append, RoomEvent event) {
    return new Append(event, append.claim(), append.mutation(), append.follows());
  }

  private static List<UUID> ids(CommitBatch batch) {
    return batch.rooms().stream()
        .flatMap(room -> room.appends().stream())
        .map(append -> append.event().id())
        .toList();
  }

  /** Commits whatever the configuration has become since the decision. */
  static ConversationStore ignoringConfigVersion(ConversationStore real) {
    return committing(
        real,
        batch ->
            real.commit(
                mapped(
                    batch,
                    commit -> {
                      HeadConditions all = commit.conditions();
                      return under(
                          commit,
                          new HeadConditions(
                              all.open(),
                              all.ungated(),
                              OptionalLong.empty(),
                              all.nextIndex(),
                              all.turnFence()));
                    })));
  }

  /**
   * Commits to closed rooms too; the version alone would keep them closed, so it is ignored, too.
   */
  static ConversationStore ignoringOpenAndConfigVersion(ConversationStore real) {
    return committing(
        real,
        batch ->
            real.commit(
                mapped(
                    batch,
                    commit ->
                        under(
                            commit,
                            new HeadConditions(
                                false,
                                commit.conditions().ungated(),
                                OptionalLong.empty(),
                                commit.conditions().nextIndex(),
                                OptionalLong.empty())))));
  }

  /** Commits a gated room's batch although somebody has appended since its gates decided. */
  static ConversationStore ignoringNextIndex(ConversationStore real) {
    return committing(
        real,
        batch ->
            real.commit(
                mapped(
                    batch,
                    commit -> {
                      HeadConditions all = commit.conditions();
                      return under(
                          commit,
                          new HeadConditions(
                              all.open(),
                              all.ungated(),
                              all.configVersion(),
                              OptionalLong.empty(),
                              all.turnFence()));
                    })));
  }

  /** Takes as many indices as events were offered, not as were stored. */
  static ConversationStore countingConflicts(ConversationStore real) {
    return committing(
        real,
        batch -> {
          List<RoomOutcome> outcomes = real.commit(batch);
          for (int i = 0; i < outcomes.size(); i++) {
            if (outcomes.get(i) instanceof RoomOutcome.Applied(var placements)) {
              long taken = placements.stream().filter(Placement.KeyTaken.class::isInstance).count();
              SkippedIndices.skip((InMemoryStore) real, batch.rooms().get(i).roomId(), taken);
            }
          }
          return outcomes;
        });
  }

  /** Turns the events of a batch round. */
  static ConversationStore reordering(ConversationStore real) {
    return committing(
        real,
        batch -> {
          boolean mutates = batch.rooms().stream().anyMatch(RoomCommit::isLedByMutation);
          if (mutates) {
            return real.commit(batch);
          }
          CommitBatch reversed = mapped(batch, commit -> with(commit, commit.appends().reversed()));
          return real.commit(reversed).stream().map(WeakStores::turnedBack).toList();
        });
  }

  private static RoomOutcome turnedBack(RoomOutcome outcome) {
    return outcome instanceof RoomOutcome.Applied(var placements)
        ? new RoomOutcome.Applied(placements.reversed())
        : outcome;
  }

  /** Acknowledges, and commits some time later. */
  static ConversationStore acknowledgingFirst(ConversationStore real, Scheduler scheduler) {
    SimProcess buffer = new SimProcess("buffer");
    return committing(
        real,
        batch -> {
          scheduler.fork(
              buffer,
              "flush",
              () -> {
                scheduler.awaitSteps(20);
                real.commit(batch);
              });
          return batch.rooms().stream().map(commit -> promised(real, commit)).toList();
        });
  }

  private static RoomOutcome promised(ConversationStore real, RoomCommit commit) {
    long next = real.snapshot(commit.roomId()).orElseThrow().nextIndex();
    List<Placement> placements = new ArrayList<>();
    for (Append append : commit.appends()) {
      RoomEvent event = append.event().withIndex(next + placements.size(), Instant.EPOCH);
      placements.add(new Placement.Stored(event, List.of()));
    }
    return new RoomOutcome.Applied(placements);
  }

  /** Says that nothing was stored when nothing is known. */
  static ConversationStore tellingUnknownAsFailure(ConversationStore real) {
    return committing(
        real,
        batch -> {
          try {
            return real.commit(batch);
          } catch (OutcomeUnknownException lost) {
            throw new StoreUnavailableException("commit", "it is taken for a failure", lost);
          }
        });
  }

  /** Takes the absence of a lost statement's events for proof that they will stay absent (R12). */
  static ConversationStore takingAbsenceForProof(ConversationStore real) {
    return committing(
        real,
        batch -> {
          try {
            return real.commit(batch);
          } catch (OutcomeUnknownException lost) {
            for (RoomCommit room : batch.rooms()) {
              if (!real.stored(room.roomId(), ids(batch)).isEmpty()) {
                throw lost;
              }
            }
            throw new StoreUnavailableException("commit", "its events are not there", lost);
          }
        });
  }

  /** Sends with new ids each time, so that a statement sent again is another one. */
  static ConversationStore givingNewIds(ConversationStore real) {
    return committing(
        real,
        batch ->
            real.commit(
                mapped(
                    batch,
                    commit ->
                        with(
                            commit,
                            commit.appends().stream().map(WeakStores::withNewId).toList()))));
  }

  private static final AtomicLong NEW_IDS = new AtomicLong();

  private static Append withNewId(Append append) {
    UUID id = new UUID(0x7000, 0x8F00000000000000L | NEW_IDS.incrementAndGet());
    return with(append, append.event().toBuilder().id(id).build());
  }

  /** Stores what came in, whatever the hooks have made of it. */
  static ConversationStore storingUnmodified(ConversationStore real) {
    return committing(
        real,
        batch ->
            real.commit(
                mapped(
                    batch,
                    commit ->
                        with(
                            commit,
                            commit.appends().stream().map(WeakStores::unmodified).toList()))));
  }

  private static Append unmodified(Append append) {
    Map<String, Object> metadata = new HashMap<>(append.event().metadata());
    metadata.remove(Speech.MODERATED_BY);
    return with(append, append.event().withMetadata(metadata));
  }

  /** Opens a room of its own for each first message. */
  static ConversationStore ignoringRoutes(ConversationStore real) {
    return replacing(
        real,
        Map.of(
            "open",
            arguments -> {
              NewRoom room = (NewRoom) arguments[0];
              RoomOpening opening = real.open(room);
              return opening instanceof RoomOpening.RouteTaken
                  ? real.open(
                      new NewRoom(
                          room.id(),
                          room.organizationId(),
                          room.timers(),
                          room.metadata(),
                          room.agentResponsePolicy(),
                          room.bindings(),
                          Optional.empty()))
                  : opening;
            }));
  }

  /** Reads as from a replica that is one event behind. */
  static ConversationStore readingLate(ConversationStore real) {
    return replacing(
        real,
        Map.of(
            "page",
            arguments -> {
              EventPage page = real.page((EventQuery) arguments[0]);
              List<RoomEvent> events = page.events();
              return events.isEmpty() || page.hasMore()
                  ? page
                  : new EventPage(
                      events.subList(0, events.size() - 1),
                      false,
                      page.latestIndex() - 1,
                      page.epoch());
            }));
  }

  /** Never answers a commit again after the first few. */
  static ConversationStore fallingSilent(ConversationStore real, Scheduler scheduler) {
    int[] commits = {0};
    return committing(
        real,
        batch -> {
          if (++commits[0] > 3) {
            scheduler.await("a store that is silent", Long.MAX_VALUE);
          }
          return real.commit(batch);
        });
  }

  /** Has no unique index on room and index, which its audit says. */
  static ConversationStore withoutUniqueIndex(ConversationStore real) {
    return replacing(real, Map.of("audit", nothing -> withoutUnique(real.audit())));
  }

  private static AuditReport withoutUnique(AuditReport audit) {
    return new AuditReport(
        audit.rooms(),
        audit.events(),
        audit.duplicateIndices(),
        audit.gaps(),
        audit.counterMismatches(),
        audit.cursorErrors(),
        audit.undelivered(),
        false,
        audit.findings());
  }

  /** Numbers from what it read before its turn came, and has no unique index to stop it. */
  static ConversationStore numberingFromASnapshot(ConversationStore real, Scheduler scheduler) {
    Map<UUID, Long> indices = new HashMap<>();
    UnaryOperator<RoomEvent> shown =
        event -> {
          Long index = indices.get(event.id());
          return index == null ? event : event.toBuilder().index(index).build();
        };
    Map<String, Method> methods = new HashMap<>();
    methods.put(
        "commit",
        arguments -> {
          CommitBatch batch = (CommitBatch) arguments[0];
          Map<String, Long> next = new HashMap<>();
          for (RoomCommit commit : batch.rooms()) {
            real.snapshot(commit.roomId())
                .ifPresent(room -> next.put(commit.roomId(), room.nextIndex()));
          }
          scheduler.point("between", "snapshot and insert");
          return real.commit(batch).stream()
              .map(outcome -> numbered(outcome, next, indices, shown))
              .toList();
        });
    methods.put(
        "page",
        arguments -> {
          EventPage page = real.page((EventQuery) arguments[0]);
          List<RoomEvent> events =
              page.events().stream()
                  .map(shown)
                  .sorted(Comparator.comparingLong(RoomEvent::index))
                  .toList();
          return new EventPage(events, page.hasMore(), page.latestIndex(), page.epoch());
        });
    methods.put(
        "stored",
        arguments ->
            real.stored((String) arguments[0], ids(arguments[1])).stream().map(shown).toList());
    methods.put("audit", nothing -> withoutUnique(real.audit()));
    return replacing(real, methods);
  }

  private static Collection<UUID> ids(Object argument) {
    return ((Collection<?>) argument).stream().map(UUID.class::cast).toList();
  }

  private static RoomOutcome numbered(
      RoomOutcome outcome,
      Map<String, Long> next,
      Map<UUID, Long> indices,
      UnaryOperator<RoomEvent> shown) {
    if (!(outcome instanceof RoomOutcome.Applied(var placements))) {
      return outcome;
    }
    List<Placement> all = new ArrayList<>();
    for (Placement placement : placements) {
      if (placement instanceof Placement.Stored(var event, var touched)) {
        indices.computeIfAbsent(
            event.id(),
            id -> Objects.requireNonNull(next.merge(event.roomId(), 1L, Long::sum)) - 1);
        all.add(new Placement.Stored(shown.apply(event), touched));
      } else {
        all.add(placement);
      }
    }
    return new RoomOutcome.Applied(all);
  }
}
