package dev.turnwise.commit;

import dev.turnwise.model.Participant;
import dev.turnwise.store.Append;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One room's decided requests, about to be sent under the version that they were decided from. */
record RoomBatch(RoomQueue queue, long configVersion, List<Entry> entries) {

  /** A request and what the gates made of it. */
  record Entry(PendingCommit pending, Append append) {}

  List<PendingCommit> pendings() {
    return entries.stream().map(Entry::pending).toList();
  }

  /** Whether it has to be sent in a statement of its own. */
  boolean isSolo() {
    return entries.stream()
        .anyMatch(entry -> entry.pending().isSolo() || entry.pending().isInDoubt());
  }

  RoomBatch withEntries(List<Entry> newEntries) {
    return new RoomBatch(queue, configVersion, newEntries);
  }

  RoomCommit toCommit() {
    Map<String, Participant> senders = new LinkedHashMap<>();
    for (Entry entry : entries) {
      entry
          .pending()
          .request()
          .sender()
          .ifPresent(sender -> senders.merge(sender.id(), sender, RoomBatch::reachedBy));
    }
    return new RoomCommit(
        queue.roomId(),
        HeadConditions.ungated(configVersion),
        entries.stream().map(Entry::append).toList(),
        List.copyOf(senders.values()),
        Optional.empty());
  }

  /** The same person twice in one batch was reached over both messages' channels. */
  private static Participant reachedBy(Participant first, Participant second) {
    List<String> channels =
        Stream.concat(first.connectedVia().stream(), second.connectedVia().stream())
            .distinct()
            .toList();
    return first.toBuilder().connectedVia(channels).build();
  }
}
