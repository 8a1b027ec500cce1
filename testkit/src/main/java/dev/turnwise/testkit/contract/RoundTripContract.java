package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.Access;
import dev.turnwise.model.AgentResponsePolicy;
import dev.turnwise.model.AiChannelData;
import dev.turnwise.model.AudioContent;
import dev.turnwise.model.Button;
import dev.turnwise.model.Card;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.ChannelCapabilities;
import dev.turnwise.model.ChannelCategory;
import dev.turnwise.model.ChannelData;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.CompositeContent;
import dev.turnwise.model.DeleteContent;
import dev.turnwise.model.DeleteType;
import dev.turnwise.model.DeliveryMode;
import dev.turnwise.model.EditContent;
import dev.turnwise.model.EmailChannelData;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventSource;
import dev.turnwise.model.EventStatus;
import dev.turnwise.model.EventType;
import dev.turnwise.model.GenericChannelData;
import dev.turnwise.model.JsonValues;
import dev.turnwise.model.LocationContent;
import dev.turnwise.model.MediaContent;
import dev.turnwise.model.MediaType;
import dev.turnwise.model.QuickReply;
import dev.turnwise.model.RateLimit;
import dev.turnwise.model.RetryPolicy;
import dev.turnwise.model.RichContent;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomEventBuilder;
import dev.turnwise.model.RoomTimers;
import dev.turnwise.model.SmsChannelData;
import dev.turnwise.model.SystemContent;
import dev.turnwise.model.TemplateContent;
import dev.turnwise.model.TextContent;
import dev.turnwise.model.VideoContent;
import dev.turnwise.model.Visibility;
import dev.turnwise.model.WhatsAppChannelData;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.NewRoom;
import dev.turnwise.store.RoomChange;
import dev.turnwise.store.RoomSnapshot;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes into a store comes out as it went in, and belongs to whoever holds it. */
public abstract class RoundTripContract extends ConversationStoreContract {

  private static final UUID SOME_ID = UUID.fromString("01890000-0000-7000-8000-000000000001");
  private static final EventContent TEXT = new TextContent("plain");

  static Stream<EventContent> contents() {
    return Stream.of(
        new TextContent(""),
        new TextContent(
            "Zeilen\nund\tTabs \"quotes\" \\ / 'x' {\"a\":1} 👩‍👩‍👧 \u202e ة e\u0301", "de"),
        new RichContent("**bold**", null),
        new RichContent(
            "**bold**",
            "bold",
            List.of(
                new Button("Yes", "y", null), new Button("Shop", "", "https://example.org/?a=b&c")),
            List.of(
                new Card("Title", null, null, List.of()),
                new Card(
                    "Title",
                    "Text",
                    "https://example.org/i.png",
                    List.of(new Button("Go", "go", null)))),
            List.of(new QuickReply("OK", "ok"))),
        new MediaContent("https://example.org/a.png", "image/png", null, null, null),
        new MediaContent(
            "data:image/png;base64,AAAA", "image/png", "a.png", "A picture", 5_000_000_000L),
        new LocationContent(-12.345678901234567, 179.99999999999997, null, null),
        new LocationContent(0, 0, "Null Island", "somewhere"),
        new AudioContent("https://example.org/a.ogg", null, "audio/ogg", null, null),
        new AudioContent("https://example.org/a.ogg", 1.25, "audio/ogg", 7L, "hello"),
        new VideoContent("https://example.org/a.mp4", null, "video/mp4", null, null),
        new VideoContent(
            "https://example.org/a.mp4", 61.5, "video/mp4", 8L, "https://example.org/t.jpg"),
        new CompositeContent(
            List.of(
                TEXT,
                new CompositeContent(
                    List.of(
                        TEXT,
                        new CompositeContent(List.of(new CompositeContent(List.of(TEXT)))))))),
        new SystemContent("session_started", "Session started", json()),
        new TemplateContent("welcome", "en", json(), null),
        new TemplateContent("welcome", "en", Map.of(), TEXT));
  }

  @ParameterizedTest
  @MethodSource("contents")
  void everyContentSurvives(EventContent content) {
    String room = newRoom();

    assertSurvives(Events.message(room, "").content(content).build());
  }

  @ParameterizedTest
  @EnumSource
  void everyTypeSurvives(EventType type) {
    EventContent content =
        switch (type) {
          case EDIT -> new EditContent(SOME_ID, TEXT, "sender");
          case DELETE -> new DeleteContent(SOME_ID, DeleteType.ADMIN, "spam");
          default -> TEXT;
        };

    assertSurvives(Events.message(newRoom(), "").type(type).content(content).build());
  }

  @Test
  void editsAndDeletionsSurviveWithAndWithoutTheirOptionalParts() {
    String room = newRoom();
    RoomEventBuilder edit = Events.message(room, "").type(EventType.EDIT);
    RoomEventBuilder deletion = Events.message(room, "").type(EventType.DELETE);

    assertSurvives(edit.content(new EditContent(SOME_ID, TEXT, null)).build());
    for (DeleteType type : DeleteType.values()) {
      assertSurvives(
          deletion.id(UUID.randomUUID()).content(new DeleteContent(SOME_ID, type, null)).build());
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyStatusSurvives(EventStatus status) {
    RoomEvent event =
        Events.message(newRoom(), "x")
            .status(status)
            .blockedBy(status == EventStatus.BLOCKED ? "source_muted" : null)
            .build();

    assertSurvives(event);
  }

  static Stream<ChannelData> channelData() {
    return Stream.of(
        ChannelData.none(),
        new GenericChannelData(json()),
        new SmsChannelData("+49 1", "+49 2", 3, "UCS-2"),
        new SmsChannelData("+49 1", "+49 2", 1, null),
        new EmailChannelData(
            "a@example.org",
            List.of("b@example.org"),
            List.of("c@example.org"),
            "Re: x",
            "t-1",
            "<p>x</p>"),
        new EmailChannelData("a@example.org", List.of(), List.of(), null, null, null),
        new WhatsAppChannelData("4912", "hello", List.of("Yes", "No"), Map.of("from", "x"), true),
        new WhatsAppChannelData("4912", null, null, null, false),
        new AiChannelData("model-1", "agent", 5_000_000_000L, 12.5),
        new AiChannelData("model-1", null, null, null));
  }

  @ParameterizedTest
  @MethodSource("channelData")
  void everyKindOfChannelDataSurvives(ChannelData data) {
    assertSurvives(Events.message(newRoom(), "x").channelData(data).build());
  }

  @Test
  void anEventWithEverythingSurvives() {
    String room = newRoom();
    UUID parent = append(room, "parent").getFirst().id();
    RoomEvent event =
        Events.message(room, "everything")
            .source(
                new EventSource(
                    "phone",
                    ChannelType.custom("pager"),
                    ChannelDirection.OUTBOUND,
                    "alice",
                    "ext/1",
                    "vendor",
                    "SM123",
                    "raw"))
            .visibility(Visibility.of("web", "agent"))
            .addressedTo(List.of("agent", "agent-2"))
            .parentEventId(parent)
            .rootEventId(SOME_ID)
            .chainDepth(3)
            .correlationId("ticket 7")
            .idempotencyKey(" as given ".repeat(400))
            .metadata(json())
            .targets(List.of("web", "agent"))
            .committedBy("worker-1")
            .build();

    assertSurvives(event);
  }

  @Test
  void nobodyAddressedAndNothingPlannedDifferFromEmptyLists() {
    String room = newRoom();

    assertSurvives(Events.message(room, "x").addressedTo(null).targets(null).build());
    assertSurvives(Events.message(room, "x").addressedTo(List.of()).targets(List.of()).build());
  }

  @Test
  void theRawPayloadIsKeptToTheLetter() {
    String raw =
        "{ \"b\" : 1.0,\r\n\t\"a\":1,\"a\":2, \"u\":\"\\u00e9\", \"n\": 1e400 } \u0001 trailing 😀\n";
    RoomEvent event =
        Events.message(newRoom(), "x")
            .source(
                new EventSource(
                    "phone",
                    ChannelType.SMS,
                    ChannelDirection.INBOUND,
                    null,
                    null,
                    null,
                    null,
                    raw))
            .build();

    RoomEvent stored = assertSurvives(event);

    assertThat(stored.source().rawPayload()).isEqualTo(raw);
  }

  @Test
  void everySourceSurvives() {
    String room = newRoom();

    assertSurvives(Events.text(room, "x", EventSource.system()));
    assertSurvives(Events.text(room, "x", TestChannel.AGENT.by("bot").withParticipantId(null)));
  }

  @Test
  void longTextsSurvive() {
    String room = newRoom();

    assertSurvives(Events.text(room, "wört ".repeat(40_000)));
    assertSurvives(
        Events.message(room, "x").metadata(Map.of("k".repeat(300), "ü".repeat(20_000))).build());
  }

  @Test
  void idsAreTakenToTheLetter() {
    String odd = Rooms.uniqueId("  Room/ß%_'\";--😀");
    String longest = padded(Rooms.uniqueId("long"), 255);
    for (String id : List.of(odd, odd + " ", longest)) {
      TestChannel channel = new TestChannel("ch%_'😀", ChannelType.SMS);
      open(Rooms.room(id, channel.in(id)));
      append(Events.text(id, "hello", channel.by("p'\"%")));

      assertThat(room(id).id()).isEqualTo(id);
      assertThat(snapshot(id).bindings()).containsKey(channel.id());
      assertThat(store().markAllRead(id, channel.id())).contains(0L);
      assertThat(timeline(id)).extracting(RoomEvent::roomId).containsExactly(id);
    }
  }

  private static String padded(String id, int length) {
    return id + "x".repeat(length - id.length());
  }

  @Test
  void aBindingSurvivesWithEveryField() {
    String id = Rooms.uniqueId("room");
    ChannelCapabilities capabilities =
        ChannelCapabilities.builder()
            .mediaTypes(List.of(MediaType.values()))
            .maxLength(160)
            .supportsButtons(true)
            .maxButtons(3)
            .supportsEdit(true)
            .supportedMediaTypes(List.of("image/png"))
            .maxMediaSizeBytes(5_000_000_000L)
            .deliveryMode(DeliveryMode.ROUND_ROBIN)
            .rateLimit(new RateLimit(1.5, null, 3))
            .custom(json())
            .build();
    ChannelBinding binding =
        ChannelBinding.builder()
            .roomId(id)
            .channelId("pager")
            .channelType(ChannelType.custom("pager"))
            .category(ChannelCategory.INTELLIGENCE)
            .direction(ChannelDirection.OUTBOUND)
            .access(Access.WRITE_ONLY)
            .muted(true)
            .outputMuted(true)
            .visibility(Visibility.of("web", "agent"))
            .participantId("alice")
            .attachedAt(Instant.EPOCH)
            .capabilities(capabilities)
            .rateLimit(new RateLimit(null, 30.0, null))
            .retryPolicy(
                new RetryPolicy(
                    7, Duration.ofMillis(250), 1.5, Duration.ofMinutes(3), List.of("busy")))
            .metadata(json())
            .build();
    open(Rooms.room(id, binding));
    String other = newRoom();
    ChannelBinding later = binding.toBuilder().roomId(other).build();
    changed(new RoomChange.Attach(other, later, true, Optional.empty()));

    ChannelBinding stored = binding(id, "pager");
    assertThat(stored).isEqualTo(binding.toBuilder().attachedAt(stored.attachedAt()).build());
    ChannelBinding storedLater = binding(other, "pager");
    assertThat(storedLater)
        .isEqualTo(later.toBuilder().attachedAt(storedLater.attachedAt()).build());
  }

  @Test
  void roomMetadataSurvives() {
    String id = Rooms.uniqueId("room");
    var wanted = Rooms.room(id);
    open(
        new NewRoom(
            id,
            null,
            wanted.timers(),
            json(),
            wanted.agentResponsePolicy(),
            List.of(),
            Optional.empty()));

    assertThat(room(id).metadata()).isEqualTo(JsonValues.copyOf("metadata", json()));
  }

  /**
   * Whoever changes a map or list after handing it in, or after getting it, changes nothing in the
   * store.
   */
  @Test
  void theStoreAndItsCallersShareNothingThatChanges() {
    String id = Rooms.uniqueId("room");
    List<Object> list = new ArrayList<>(List.of(1));
    Map<String, Object> metadata = new HashMap<>(Map.of("a", list));
    open(
        new NewRoom(
            id,
            null,
            RoomTimers.NONE,
            metadata,
            AgentResponsePolicy.AGENT_CHAIN,
            List.of(TestChannel.PHONE.in(id)),
            Optional.empty()));
    metadata.put("b", 2);
    list.add(2);
    assertThat(room(id).metadata()).isEqualTo(Map.of("a", List.of(1)));

    RoomSnapshot before = snapshot(id);
    Map<String, ChannelBinding> bindings = Map.copyOf(before.bindings());
    changed(new RoomChange.Attach(id, TestChannel.WEB.in(id), true, Optional.empty()));
    changed(new RoomChange.Detach(id, "phone", Optional.empty()));
    assertThat(before.bindings()).isEqualTo(bindings);
    assertThat(before.detached()).isEmpty();

    List<RoomEvent> page = timeline(id);
    var participants = store().participants(id);
    var markers = store().readMarkers(id);
    append(id, "later");
    store().markAllRead(id, "web");
    assertThat(page).isEmpty();
    assertThat(participants).isEmpty();
    assertThat(markers).isEmpty();
    tryToChange(() -> snapshot(id).bindings().clear());
    tryToChange(() -> snapshot(id).detached().clear());
    tryToChange(() -> store().readMarkers(id).clear());
    tryToChange(() -> timeline(id).clear());
    assertThat(snapshot(id).bindings().keySet()).containsExactly("web");
    assertThat(snapshot(id).detached()).containsExactly("phone");
    assertThat(store().readMarkers(id)).isEqualTo(Map.of("web", 0L));
    assertThat(timeline(id)).hasSize(1);
  }

  private static void tryToChange(Runnable change) {
    try {
      change.run();
    } catch (UnsupportedOperationException e) {
      // Refusing is as good as handing out a copy.
    }
  }

  /** Stores an event that nothing is decided about, and reads it back in every way there is. */
  private RoomEvent assertSurvives(RoomEvent event) {
    RoomEvent stored = append(event);
    assertThat(stored).isEqualTo(event.withIndex(stored.index(), stored.createdAt()));
    assertThat(event(event)).isEqualTo(stored);
    assertThat(timeline(event.roomId())).contains(stored);
    assertThat(store().page(EventQuery.latest(event.roomId()).withLimit(1)).events())
        .containsExactly(stored);
    assertThat(store().stored(event.roomId(), List.of(event.id()))).containsExactly(stored);
    return stored;
  }

  /** Every kind of JSON value. */
  private static Map<String, Object> json() {
    Map<String, @Nullable Object> nested = new HashMap<>();
    nested.put("null", null);
    nested.put("empty list", List.of());
    nested.put("empty map", Map.of());
    nested.put(
        "list", Arrays.asList(1, null, "x", List.of(true, false), Map.of("deep", Map.of("er", 1))));
    Map<String, Object> json = new HashMap<>();
    json.put("text", "ü 👍 \" \\ \n \u007f \u2028");
    json.put("", "empty key");
    json.put("key with . and $", "x");
    json.put("int", Integer.MIN_VALUE);
    json.put("long", Long.MAX_VALUE);
    json.put("big", new BigInteger("123456789012345678901234567890"));
    json.put("double", 0.1);
    json.put("small", 1e-300);
    json.put("decimal", new BigDecimal("0.1234567890123456789012345678901234567890"));
    json.put("boolean", true);
    json.put("nested", nested);
    return json;
  }
}
