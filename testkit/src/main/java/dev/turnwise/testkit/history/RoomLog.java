package dev.turnwise.testkit.history;

import java.util.ArrayList;
import java.util.List;

/** What the history says of one room, in the order of its lines. */
final class RoomLog {
  final String room;
  final List<Offer> offers = new ArrayList<>();
  final List<RoomFact.Read> reads = new ArrayList<>();
  final List<RoomFact.Removed> removed = new ArrayList<>();
  final List<RoomFact.FinalEvent> events = new ArrayList<>();
  final List<RoomFact.Counters> counters = new ArrayList<>();
  boolean readAtEnd;

  RoomLog(String room) {
    this.room = room;
  }

  void add(RoomFact fact) {
    switch (fact) {
      case RoomFact.Read read -> reads.add(read);
      case RoomFact.Removed hole -> removed.add(hole);
      case RoomFact.Counters read -> counters.add(read);
      case RoomFact.Final page -> {
        events.addAll(page.events());
        readAtEnd = true;
      }
    }
  }
}
