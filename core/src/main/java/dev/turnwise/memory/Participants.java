package dev.turnwise.memory;

import dev.turnwise.model.Participant;
import java.time.Instant;
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
  void meet(Participant sender, Instant now) {
    put(
        find(sender.id())
            .map(known -> reachedAlsoVia(known, sender))
            .orElseGet(() -> joining(sender, now)));
  }

  /** A participant that was not known before. */
  static Participant joining(Participant participant, Instant now) {
    return reachedAlsoVia(participant, participant).toBuilder().joinedAt(now).build();
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
