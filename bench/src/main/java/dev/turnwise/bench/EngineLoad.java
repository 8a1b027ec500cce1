package dev.turnwise.bench;

import dev.turnwise.Turnwise;
import dev.turnwise.channel.Channel;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.EventDraft;
import dev.turnwise.result.InboundResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Callers that send one event after the other through an engine, each to a room drawn by lot.
 *
 * @param engine the engine, with the channel of this class
 * @param rooms ids of rooms that have the channel attached
 * @param callers how many
 */
record EngineLoad(Turnwise engine, List<String> rooms, int callers) {
  /** What the channel of all events is called. */
  static final String CHANNEL = "bench";

  /** The text of every event; the scripts of the baselines store the same. */
  static final String TEXT = "The quick brown fox jumps over the lazy dog.";

  /** Where the events come from. */
  static final class BenchChannel implements Channel {
    @Override
    public String id() {
      return CHANNEL;
    }

    @Override
    public ChannelType type() {
      return ChannelType.WEBSOCKET;
    }

    @Override
    public String providerName() {
      return "bench";
    }
  }

  Tally run(Duration slice) {
    return new Callers(callers, caller -> this::send).run(slice);
  }

  double perSecond(Duration slice) {
    return run(slice).perSecond();
  }

  double medianMicros(Duration slice) {
    return run(slice).medianMicros();
  }

  private void send() {
    send(rooms.get(ThreadLocalRandom.current().nextInt(rooms.size())));
  }

  void send(String room) {
    InboundResult result = engine.sendEvent(room, CHANNEL, EventDraft.text(TEXT));
    if (!(result instanceof InboundResult.Stored)) {
      throw new IllegalStateException("an event was not stored: " + result);
    }
  }
}
