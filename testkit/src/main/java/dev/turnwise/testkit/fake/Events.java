package dev.turnwise.testkit.fake;

import dev.turnwise.model.DeleteContent;
import dev.turnwise.model.DeleteType;
import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.EventStatus;
import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomEventBuilder;
import dev.turnwise.model.SystemContent;
import dev.turnwise.model.TextContent;
import dev.turnwise.store.Append;
import dev.turnwise.store.IdempotencyClaim;
import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.Mutation;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Events and appends as the engine would hand them to a store. */
public final class Events {

  /** Author of messages that name no other. */
  public static final String ALICE = "alice";

  private Events() {}

  /** A delivered text message of Alice through her phone, to be adjusted. */
  public static RoomEventBuilder message(String roomId, String text) {
    return RoomEvent.builder()
        .id(UUID.randomUUID())
        .roomId(roomId)
        .type(EventType.MESSAGE)
        .status(EventStatus.DELIVERED)
        .source(TestChannel.PHONE.by(ALICE))
        .content(new TextContent(text))
        .createdAt(Instant.EPOCH);
  }

  /** A text message of Alice. */
  public static RoomEvent text(String roomId, String text) {
    return message(roomId, text).build();
  }

  /** A text message of somebody through some channel. */
  public static RoomEvent text(String roomId, String text, EventSource source) {
    return message(roomId, text).source(source).build();
  }

  /** Text messages of Alice, to be appended as they are. */
  public static List<Append> texts(String roomId, String... texts) {
    return Arrays.stream(texts).map(text -> Append.of(text(roomId, text))).toList();
  }

  /** A text message of Alice under an idempotency key that lasts for a day. */
  public static Append keyed(String roomId, String text, String key) {
    return Append.of(text(roomId, text)).withClaim(claim(roomId, key));
  }

  /** A claim for a day, whose payload hash is the key with {@code #} in front. */
  public static IdempotencyClaim claim(String roomId, String key) {
    return new IdempotencyClaim(IdempotencyKey.inRoom(roomId, key), "#" + key, Duration.ofDays(1));
  }

  /** An edit of an event by its sender. */
  public static Append edit(RoomEvent target, String newText, EventSource by) {
    return edit(target, newText, by, false);
  }

  /** An edit of an event in the name of the system. */
  public static Append systemEdit(RoomEvent target, String newText, EventSource by) {
    return edit(target, newText, by, true);
  }

  private static Append edit(RoomEvent target, String newText, EventSource by, boolean bySystem) {
    EventContent newContent = new TextContent(newText);
    EditContent content = new EditContent(target.id(), newContent, bySystem ? "system" : "sender");
    RoomEvent event =
        message(target.roomId(), "").type(EventType.EDIT).content(content).source(by).build();
    return Append.of(event).withMutation(new Mutation.Edit(target.id(), newContent, bySystem));
  }

  /** A deletion of an event. */
  public static Append delete(RoomEvent target, DeleteType type, EventSource by) {
    RoomEvent event =
        message(target.roomId(), "")
            .type(EventType.DELETE)
            .content(new DeleteContent(target.id(), type, null))
            .source(by)
            .build();
    return Append.of(event).withMutation(new Mutation.Delete(target.id(), type));
  }

  /** A host's change of an event. */
  public static Append update(String roomId, Mutation.Replace change) {
    return Append.of(system(roomId, EventType.EVENT_UPDATED, "event_updated")).withMutation(change);
  }

  /** A host's removal of an event. */
  public static Append remove(RoomEvent target, boolean cascade) {
    return Append.of(system(target.roomId(), EventType.EVENT_DELETED, "event_deleted"))
        .withMutation(new Mutation.Remove(target.id(), cascade));
  }

  /** A marker as the engine writes it for an explicit change of a room. */
  public static RoomEvent marker(String roomId, EventType type) {
    return system(roomId, type, "marker");
  }

  private static RoomEvent system(String roomId, EventType type, String code) {
    return message(roomId, "")
        .type(type)
        .source(EventSource.system())
        .content(new SystemContent(code, "", Map.of("note", code)))
        .build();
  }
}
