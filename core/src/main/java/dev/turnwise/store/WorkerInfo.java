package dev.turnwise.store;

import java.util.Set;

/**
 * What a worker says of itself.
 *
 * @param id unique among live workers
 * @param channels ids of the channels that it has
 * @param hasHooks whether it decides about events with application code
 */
public record WorkerInfo(String id, Set<String> channels, boolean hasHooks) {
  public WorkerInfo {
    channels = Set.copyOf(channels);
  }

  public WorkerInfo withHooks(boolean now) {
    return new WorkerInfo(id, channels, now);
  }
}
