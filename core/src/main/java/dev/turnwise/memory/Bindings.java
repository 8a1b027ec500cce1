package dev.turnwise.memory;

import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.EventStatus;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.EventQuery;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The channels of one room, in the order of attachment, and what they may see of its timeline. */
final class Bindings {

  private final Map<String, ChannelBinding> attached = new LinkedHashMap<>();
  private final Set<String> detached = new LinkedHashSet<>();

  Optional<ChannelBinding> find(String channelId) {
    return Optional.ofNullable(attached.get(channelId));
  }

  boolean isAttached(String channelId) {
    return attached.containsKey(channelId);
  }

  boolean wasDetached(String channelId) {
    return detached.contains(channelId);
  }

  void attach(ChannelBinding binding, Instant now) {
    attached.put(binding.channelId(), binding.toBuilder().attachedAt(now).build());
    detached.remove(binding.channelId());
  }

  void detach(String channelId) {
    attached.remove(channelId);
    detached.add(channelId);
  }

  void replace(ChannelBinding binding) {
    attached.replace(binding.channelId(), binding);
  }

  Map<String, ChannelBinding> attachedNow() {
    return Collections.unmodifiableMap(new LinkedHashMap<>(attached));
  }

  Set<String> detachedNow() {
    return Set.copyOf(detached);
  }

  Predicate<RoomEvent> visibleTo(EventQuery.Reader reader) {
    return switch (reader) {
      case EventQuery.Reader.Host host -> event -> true;
      case EventQuery.Reader.OfChannel channel -> visibleTo(channel.channelId());
    };
  }

  private Predicate<RoomEvent> visibleTo(String channelId) {
    Predicate<RoomEvent> own = event -> event.source().channelId().equals(channelId);
    return own.or(othersVisibleTo(channelId));
  }

  /** What the channel may see, apart from its own events. */
  Predicate<RoomEvent> othersVisibleTo(String channelId) {
    ChannelBinding binding = attached.get(channelId);
    if (binding == null || !binding.canRead()) {
      return event -> false;
    }
    return event ->
        !event.source().channelId().equals(channelId)
            && event.status() != EventStatus.BLOCKED
            && event.visibility().allows(channelId, binding.category());
  }
}
