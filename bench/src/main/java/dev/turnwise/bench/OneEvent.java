package dev.turnwise.bench;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.NoArgGenerator;
import dev.turnwise.json.TurnwiseJson;
import dev.turnwise.model.TextContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The event that every load stores, as the parameters of the store's statement for one event: what
 * the engine makes of a text that a host sends in the name of the channel of {@link EngineLoad}.
 */
record OneEvent(UUID id, String room) {
  private static final String FILE = "/dev/turnwise/postgres/sql/commit-event.sql";

  /** As the engine's ids: made later, sorted behind. */
  private static final NoArgGenerator IDS = Generators.timeBasedEpochRandomGenerator();

  private static final String CONTENT = TurnwiseJson.write(new TextContent(EngineLoad.TEXT));

  static OneEvent in(String room) {
    return new OneEvent(IDS.generate(), room);
  }

  /** The store's statement, with its parameters in order. */
  static Script.Step.Run statement() {
    return (Script.Step.Run) Script.parse(FILE, statementText() + ";").steps().getFirst();
  }

  static String statementText() {
    try (InputStream in = OneEvent.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException("this build lacks the file " + FILE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The value of a parameter of {@link #statement()}. */
  @Nullable String parameter(String name) {
    return switch (name) {
      case "id" -> id.toString();
      case "room_id" -> room;
      default -> constant(name).orElse(null);
    };
  }

  /** What is the same in every event; empty for a null. */
  static Optional<String> constant(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "open", "ungated" -> "true";
          case "is_keyed" -> "false";
          case "config_version" -> "1";
          case "type" -> "MESSAGE";
          case "status" -> "DELIVERED";
          case "source_channel_id", "provider" -> EngineLoad.CHANNEL;
          case "source_channel_type" -> "websocket";
          case "source_direction" -> "OUTBOUND";
          case "content" -> CONTENT;
          case "visibility" -> "all";
          case "chain_depth" -> "0";
          case "metadata", "channel_data" -> "{}";
          case "committed_by" -> CommitSuite.WORKER;
          case "next_index",
              "turn_fence",
              "key_hash",
              "payload_hash",
              "expires_us",
              "blocked_by",
              "participant_id",
              "external_id",
              "provider_message_id",
              "raw_payload",
              "addressed_to",
              "parent_event_id",
              "root_event_id",
              "correlation_id",
              "idempotency_key",
              "targets",
              "sender_id",
              "sender_via",
              "sender" ->
              null;
          default ->
              throw new IllegalArgumentException("the statement has a new parameter " + name);
        });
  }
}
