package dev.turnwise.testkit.fault;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the round trips of PostgreSQL clients behind a {@link FaultProxy}: how often one had to
 * wait until the server was ready again. These are the messages Sync, which ends one or more
 * statements of the extended protocol, and Query of the simple one, except where the client sends
 * more in the same write: so BEGIN and the first statement of a transaction are one. Logging in is
 * not counted.
 *
 * <p>Counts connections that are made after it was created. Safe for use by several threads.
 */
public final class PgRoundTrips {
  private final AtomicLong count = new AtomicLong();
  private final AtomicLong unreadable = new AtomicLong();

  private PgRoundTrips() {}

  /** Begins to count on connections that are made from now on. */
  public static PgRoundTrips through(FaultProxy proxy) {
    var roundTrips = new PgRoundTrips();
    proxy.observe(
        Direction.CLIENT_TO_SERVER,
        () ->
            new PgFrontend(
                roundTrips.count::incrementAndGet, roundTrips.unreadable::incrementAndGet));
    return roundTrips;
  }

  /**
   * Round trips begun since the start or the last {@link #reset()}; each is counted before the
   * server gets to see it, so none that a client has completed is missing.
   *
   * @throws IllegalStateException when a connection was encrypted or does not speak the protocol
   */
  public long count() {
    if (unreadable.get() > 0) {
      throw new IllegalStateException(
          "a connection cannot be read: connect with sslmode=disable and gssEncMode=disable");
    }
    return count.get();
  }

  /** Counts from zero again. */
  public void reset() {
    count.set(0);
  }
}
