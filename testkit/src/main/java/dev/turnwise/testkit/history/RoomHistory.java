package dev.turnwise.testkit.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** One room of a history, indexed for the checks. Immutable. */
final class RoomHistory {
  private static final Comparator<RoomFact.FinalEvent> BY_PLACE =
      Comparator.comparingLong(RoomFact.FinalEvent::index)
          .thenComparing(RoomFact.FinalEvent::eventId);

  private final RoomLog log;
  private final Map<Long, Offer> allOffers;
  private final Map<String, List<Offer>> byKey = new HashMap<>();
  private final Map<UUID, Offer> byAcknowledgedId = new HashMap<>();
  private final List<Acknowledged> acknowledged = new ArrayList<>();
  private final List<Repeated> duplicates = new ArrayList<>();
  private final List<StoredEvent> events = new ArrayList<>();
  private final long[] indices;
  private final long[] removed;

  /**
   * @param allOffers the offers of the whole history by op
   */
  RoomHistory(RoomLog log, Map<Long, Offer> allOffers) {
    this.log = log;
    this.allOffers = allOffers;
    for (Offer offer : log.offers) {
      file(offer);
    }
    log.events.sort(BY_PLACE);
    RoomFact.FinalEvent previous = null;
    for (RoomFact.FinalEvent event : log.events) {
      if (previous == null || BY_PLACE.compare(previous, event) != 0) {
        events.add(new StoredEvent(event, offersOf(event)));
      }
      previous = event;
    }
    indices = events.stream().mapToLong(StoredEvent::index).toArray();
    removed = log.removed.stream().mapToLong(RoomFact.Removed::index).sorted().distinct().toArray();
  }

  String id() {
    return log.room;
  }

  List<Offer> offers() {
    return log.offers;
  }

  /** The offers under a key, in the order of the file. */
  List<Offer> offersUnder(@Nullable String key) {
    return key == null ? List.of() : byKey.getOrDefault(key, List.of());
  }

  /** The offers that were told that they had stored an event, in the order of the file. */
  List<Acknowledged> acknowledged() {
    return acknowledged;
  }

  /** The offers that were told of an earlier one, in the order of the file. */
  List<Repeated> duplicates() {
    return duplicates;
  }

  List<RoomFact.Read> reads() {
    return log.reads;
  }

  List<RoomFact.Counters> counters() {
    return log.counters;
  }

  /** Whether the room was read at the end; without that, nothing is known of what it holds. */
  boolean readAtEnd() {
    return log.readAtEnd;
  }

  /** What the final read listed by index, with all repeats. */
  List<RoomFact.FinalEvent> listed() {
    return log.events;
  }

  /** The events at the end by index, without exact repeats. */
  List<StoredEvent> events() {
    return events;
  }

  /** All indices that the room ever used, as far as the end shows: ascending, each once. */
  long[] usedIndices() {
    return LongStream.concat(Arrays.stream(indices), Arrays.stream(removed))
        .sorted()
        .distinct()
        .toArray();
  }

  /** Whether the index is a hole that was made by a removal. */
  boolean isRemoved(long index) {
    return Arrays.binarySearch(removed, index) >= 0;
  }

  /** Whether every index between the two, both excluded, is a hole made by a removal. */
  boolean onlyHolesBetween(long low, long high) {
    return removedBelow(high) - removedBelow(low + 1) == high - low - 1;
  }

  /** The event with this id at this index, if it stands there at the end. */
  @Nullable StoredEvent at(long index, UUID id) {
    int position = Arrays.binarySearch(indices, index);
    while (position > 0 && indices[position - 1] == index) {
      position--;
    }
    while (position >= 0 && position < indices.length && indices[position] == index) {
      if (events.get(position).id().equals(id)) {
        return events.get(position);
      }
      position++;
    }
    return null;
  }

  /**
   * Whether the end does not contradict that the event was once stored there. Order is judged by
   * such evidence alone: what the end contradicts is another rule's violation already.
   */
  boolean isCredible(long index, UUID id) {
    return !readAtEnd() || isRemoved(index) || at(index, id) != null;
  }

  private int removedBelow(long index) {
    int position = Arrays.binarySearch(removed, index);
    return position >= 0 ? position : -position - 1;
  }

  private void file(Offer offer) {
    String key = offer.invoke().key();
    if (key != null) {
      byKey.computeIfAbsent(key, absent -> new ArrayList<>(1)).add(offer);
    }
    if (offer.outcome() instanceof Outcome.Stored stored) {
      acknowledged.add(new Acknowledged(offer, stored));
      byAcknowledgedId.put(stored.eventId(), offer);
    } else if (offer.outcome() instanceof Outcome.Duplicate original) {
      duplicates.add(new Repeated(offer, original));
    }
  }

  private List<Offer> offersOf(RoomFact.FinalEvent event) {
    if (event.op() != null) {
      Offer named = allOffers.get(event.op());
      return named == null || !named.invoke().room().equals(id()) ? List.of() : List.of(named);
    }
    if (event.key() != null) {
      return offersUnder(event.key());
    }
    Offer acknowledged = byAcknowledgedId.get(event.eventId());
    return acknowledged == null ? List.of() : List.of(acknowledged);
  }
}
