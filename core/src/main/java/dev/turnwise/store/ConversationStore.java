package dev.turnwise.store;

/**
 * Durable home of rooms and their timelines, shared by all workers of a deployment.
 *
 * <p>The store is what makes the guarantees true. Every write is one transaction that locks the
 * room's head row before anything else of that room, carries its conditions on that row alone (R1),
 * and changes nothing at all when they do not hold. Locks elsewhere only add order and speed.
 *
 * <p>All times are the store's own: {@code created_at}, {@code joined_at}, {@code attached_at} of
 * what is handed in are placeholders that the store replaces.
 *
 * <p>Implementations are thread-safe and must pass the contract suite of the testkit. Common to all
 * methods: {@link dev.turnwise.error.StoreUnavailableException} means that nothing was written;
 * {@link dev.turnwise.error.OutcomeUnknownException} that a write was sent and its answer lost;
 * {@link dev.turnwise.error.DataRejectedException} that the store refused the data and wrote
 * nothing.
 */
public interface ConversationStore
    extends CommitStore, RoomStore, TimelineStore, WorkStore, AutoCloseable {

  /** What kind of store this is; constant. */
  StoreTraits traits();

  /**
   * Makes the store ready: creates or upgrades its schema where needed. Idempotent, safe when many
   * processes call it at once on an empty database, never destructive.
   *
   * @throws dev.turnwise.error.SchemaException if the stored schema needs a newer reader than this
   *     one
   */
  void init();

  /** Audits everything that is stored, read-only; may take long on a large store. */
  AuditReport audit();

  /** Releases connections. Idempotent; other methods must not be called afterwards. */
  @Override
  void close();
}
