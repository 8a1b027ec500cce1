package dev.turnwise.testkit.fake;

import dev.turnwise.error.OutcomeUnknownException;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.RoomOutcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * A store whose next commits go wrong as scripted: each script takes one commit, in order; without
 * one, commits go through. Everything else goes through to the store behind. Thread-safe.
 */
public final class FaultyStore {

  /** What happens to one commit. */
  @FunctionalInterface
  public interface Script {
    List<RoomOutcome> commit(CommitBatch batch, Commit real);
  }

  /** The store's own commit. */
  @FunctionalInterface
  public interface Commit {
    List<RoomOutcome> commit(CommitBatch batch);
  }

  private final ConversationStore real;
  private final Queue<Script> scripts = new ConcurrentLinkedQueue<>();
  private final AtomicInteger commits = new AtomicInteger();

  private FaultyStore(ConversationStore real) {
    this.real = real;
  }

  public static FaultyStore around(ConversationStore store) {
    return new FaultyStore(store);
  }

  /** The store to hand to an engine. */
  public ConversationStore store() {
    return (ConversationStore)
        Proxy.newProxyInstance(
            ConversationStore.class.getClassLoader(),
            new Class<?>[] {ConversationStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("commit")) {
                return commit((CommitBatch) Objects.requireNonNull(arguments)[0]);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException wrapped) {
                throw wrapped.getCause();
              }
            });
  }

  private List<RoomOutcome> commit(CommitBatch batch) {
    commits.incrementAndGet();
    Script script = scripts.poll();
    return script == null ? real.commit(batch) : script.commit(batch, real::commit);
  }

  /** Statements that reached this store. */
  public int commits() {
    return commits.get();
  }

  /** The next commit without a script does this. */
  public FaultyStore next(Script script) {
    scripts.add(script);
    return this;
  }

  /** The next commit happens, and its answer is lost. */
  public FaultyStore loseNextAnswer() {
    return next(
        (batch, commit) -> {
          commit.commit(batch);
          throw new OutcomeUnknownException("the batch", "the test lost the answer", null);
        });
  }

  /** The next commit never reaches the store, which its sender cannot know. */
  public FaultyStore loseNextRequest() {
    return next(
        (batch, commit) -> {
          throw new OutcomeUnknownException("the batch", "the test lost the request", null);
        });
  }

  /** The next commit fails with this. */
  public FaultyStore failNext(RuntimeException failure) {
    return next(
        (batch, commit) -> {
          throw failure;
        });
  }

  /** Puts {@code change} around the next commit's batch. */
  public FaultyStore changeNext(UnaryOperator<CommitBatch> change) {
    return next((batch, commit) -> commit.commit(change.apply(batch)));
  }
}
