package dev.turnwise.testkit.history;

/** An offer that was told that it had stored an event. */
record Acknowledged(Offer offer, Outcome.Stored stored) {
  long index() {
    return stored.index();
  }
}
