package dev.turnwise.testkit.history;

/** An offer that was told that an earlier one had stored its event. */
record Repeated(Offer offer, Outcome.Duplicate original) {
  long index() {
    return original.index();
  }
}
