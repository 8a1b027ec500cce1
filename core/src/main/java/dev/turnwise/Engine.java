package dev.turnwise;

import dev.turnwise.channel.Channel;
import dev.turnwise.channel.ChannelRegistry;
import dev.turnwise.commit.Commits;
import dev.turnwise.commit.RoomConfigs;
import dev.turnwise.observe.FrameworkEvents;
import dev.turnwise.store.ConversationStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The wired parts of one engine, and how they come to an end. */
record Engine(
    String workerId,
    ConversationStore store,
    ChannelRegistry channels,
    RoomConfigs configs,
    Commits commits,
    FrameworkEvents events,
    Inbound inbound,
    RoomDesk rooms,
    RoomControl control,
    TimelineDesk timeline,
    Writes writes,
    Housekeeping housekeeping,
    Duration shutdownTimeout,
    boolean keepStoreOpen,
    AtomicBoolean closed) {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    housekeeping.close();
    commits.close(shutdownTimeout);
    events.close();
    channels.all().forEach(Engine::close);
    if (!keepStoreOpen) {
      store.close();
    }
  }

  private static void close(Channel channel) {
    try {
      channel.close();
    } catch (RuntimeException failure) {
      LOG.warn("channel {} failed to close", channel.id(), failure);
    }
  }
}
