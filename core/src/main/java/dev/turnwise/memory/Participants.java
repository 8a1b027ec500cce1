package dev.turnwise.memory;

import dev.turnwise.model.Participant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The participants of one room, in joining order. */
final class Participants {

  private final Map<String, Participant> byId = new LinkedHashMap<>();

  Optional<Participant> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  List<Participant> all() {
    return List.copyOf(byId.values());
  }

  void put(Participant participant) {
    byId.put(participant.id(), participant);
  }

  /** The sender of a message: inserted if new; of a known one only {@code connectedVia} grows. */
  void meet(Participant sender) {
    byId.merge(sender.id(), sender, Participants::reachedAlsoVia);
  }

  /** The known participant, reached over the channels of {@code seen} too. */
  static Participant reachedAlsoVia(Participant known, Participant seen) {
    Set<String> channels = new LinkedHashSet<>(known.connectedVia());
    channels.add(known.channelId());
    channels.addAll(seen.connectedVia());
    channels.add(seen.channelId());
    return known.toBuilder().connectedVia(List.copyOf(channels)).build();
  }
}
