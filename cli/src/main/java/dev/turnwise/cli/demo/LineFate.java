package dev.turnwise.cli.demo;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the coordinator saw of one line. Moments are counted, not timed: one thread makes all offers
 * and takes all answers, so a greater number did happen later.
 *
 * @param firstOffered moment before its first offer, 0 if it was never offered
 * @param acknowledged moment after its first acknowledgement, 0 if there was none
 * @param place where it was acknowledged to be
 */
record LineFate(long firstOffered, long acknowledged, @Nullable Place place) {
  static final LineFate UNTOUCHED = new LineFate(0, 0, null);

  /** Where an event stands, by a worker's word. */
  record Place(long index, UUID eventId) {}

  LineFate offered(long moment) {
    return firstOffered > 0 ? this : new LineFate(moment, acknowledged, place);
  }

  LineFate acknowledged(long moment, Place at) {
    return place != null ? this : new LineFate(firstOffered, moment, at);
  }
}
