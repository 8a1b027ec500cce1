package dev.turnwise.cli.demo;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the coordinator tells a worker, one JSON line each. End of input means: stop. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "message")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ToWorker.Start.class, name = "start"),
  @JsonSubTypes.Type(value = ToWorker.Offer.class, name = "offer")
})
sealed interface ToWorker {

  /** The first message. The address comes this way since a command line is for all to read. */
  record Start(String workerId, String dsn, boolean hooks) implements ToWorker {
    @Override
    public String toString() {
      return "Start[workerId=" + workerId + ", hooks=" + hooks + "]";
    }
  }

  /**
   * A line to be stored.
   *
   * @param room id of the room
   * @param line its number
   * @param key idempotency key, the same for each offer of this line
   * @param parent id of the event that it answers
   */
  record Offer(
      long op,
      String room,
      int line,
      LogLine.Kind kind,
      String speaker,
      String text,
      String key,
      @Nullable UUID parent)
      implements ToWorker {
    static Offer of(Offering offering) {
      LogLine line = offering.line();
      return new Offer(
          offering.op(),
          offering.room().roomId(),
          line.number(),
          line.kind(),
          line.speaker(),
          line.text(),
          offering.key(),
          offering.parentEventId());
    }
  }
}
