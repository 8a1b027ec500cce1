package dev.turnwise.hook;

import dev.turnwise.model.EventDraft;
import java.util.List;
import java.util.Optional;

/**
 * An event that a hook adds right behind the one that it was asked about, also when it blocks that
 * one. It comes from the framework, passes no hooks, and goes to the named channels only.
 *
 * @param draft what it says
 * @param targetChannelIds to whom; empty to store it only
 */
public record InjectedEvent(EventDraft draft, Optional<List<String>> targetChannelIds) {

  public InjectedEvent {
    targetChannelIds = targetChannelIds.map(List::copyOf);
  }

  /** Stored only. */
  public static InjectedEvent stored(EventDraft draft) {
    return new InjectedEvent(draft, Optional.empty());
  }

  public static InjectedEvent to(EventDraft draft, String... channelIds) {
    return new InjectedEvent(draft, Optional.of(List.of(channelIds)));
  }
}
