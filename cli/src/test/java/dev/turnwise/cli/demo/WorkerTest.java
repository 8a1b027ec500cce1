package dev.turnwise.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.error.ConfigurationException;
import dev.turnwise.lock.InMemoryLockManager;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.memory.InMemoryStore;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import dev.turnwise.runtime.ThreadTasks;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.EventQuery;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The worker's side of the protocol, on streams in memory. */
class WorkerTest {
  private static final ToWorker.Start START = new ToWorker.Start("w1", "memory", false);

  private final InMemoryStore store = new InMemoryStore();
  private final AtomicInteger inputEnds = new AtomicInteger();
  private final List<FromWorker> answersOf = new ArrayList<>();

  private List<FromWorker> answers(Supplier<ConversationStore> stores, ToWorker... messages)
      throws IOException {
    ByteArrayOutputStream in = new ByteArrayOutputStream();
    for (ToWorker message : messages) {
      Protocol.write(in, message);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Worker.run(
        new ByteArrayInputStream(in.toByteArray()),
        out,
        backends(stores),
        inputEnds::incrementAndGet);
    List<FromWorker> answers = new ArrayList<>();
    out.toString(UTF_8).lines().forEach(line -> answers.add(Protocol.fromWorker(line)));
    return answers;
  }

  private static Backends backends(Supplier<ConversationStore> stores) {
    return new Backends() {
      @Override
      public ConversationStore store(String dsn, String workerId) {
        return stores.get();
      }

      @Override
      public RoomLockManager locks(String dsn, String workerId) {
        return new InMemoryLockManager(new ThreadTasks());
      }
    };
  }

  private List<RoomEvent> offerAll(ToWorker... messages) throws IOException {
    try (Turnwise turnwise =
        Turnwise.builder().store(store).keepOpen().channel(new IrcChannel()).build()) {
      turnwise.createRoom(RoomSpec.create().withId("room").withChannel(IrcChannel.ID));
    }
    answersOf.addAll(answers(this::staysOpen, messages));
    return store.page(EventQuery.after("room", -1)).events();
  }

  /** The worker's engine closes its store at the end, and the test wants to look into it then. */
  private ConversationStore staysOpen() {
    return (ConversationStore)
        Proxy.newProxyInstance(
            ConversationStore.class.getClassLoader(),
            new Class<?>[] {ConversationStore.class},
            (_, method, arguments) ->
                method.getName().equals("close") ? null : method.invoke(store, arguments));
  }

  private static ToWorker.Offer offer(long op, String room, LogLine.Kind kind, String text) {
    String speaker = kind == LogLine.Kind.SYSTEM ? LogLine.SYSTEM : "ann";
    return new ToWorker.Offer(op, room, 7, kind, speaker, text, "line-7", null);
  }

  @Test
  void itSaysThatItIsReadyAndEndsWithItsInput() throws IOException {
    assertThat(answers(() -> store, START)).containsExactly(new FromWorker.Ready());
    assertThat(inputEnds).hasValue(1);
  }

  @Test
  void anOfferIsStoredAndAnsweredWithItsPlace() throws IOException {
    List<RoomEvent> events = offerAll(START, offer(1, "room", LogLine.Kind.ACTION, "waves ☺\n"));

    assertThat(events).hasSize(1);
    RoomEvent event = events.getFirst();
    assertThat(answersOf)
        .containsExactly(
            new FromWorker.Ready(),
            new FromWorker.Stored(1, 0, event.id(), Lines.digest(event.content())));
    assertThat(
            Lines.matches(
                event,
                new LogLine(7, LogLine.Kind.ACTION, "ann", "waves ☺\n", null),
                Moderation.OFF))
        .isTrue();
    assertThat(Lines.lineOf(event)).contains(7);
    assertThat(event.committedBy()).isEqualTo("w1");
  }

  @Test
  void aSystemLineIsStoredInTheNameOfTheSystem() throws IOException {
    List<RoomEvent> events = offerAll(START, offer(1, "room", LogLine.Kind.SYSTEM, "ann joined"));

    assertThat(events)
        .singleElement()
        .matches(
            event ->
                Lines.matches(
                    event,
                    new LogLine(7, LogLine.Kind.SYSTEM, LogLine.SYSTEM, "ann joined", null),
                    Moderation.OFF));
  }

  @Test
  void withHooksABlockedLineIsAnsweredAsBlockedAndALinkIsStoredRewritten() throws IOException {
    ToWorker.Start hooked = new ToWorker.Start("w1", "memory", true);
    String rude = "This SUCKS: http://a.example/";
    ToWorker.Offer blocked =
        new ToWorker.Offer(1, "room", 0, LogLine.Kind.MESSAGE, "ann", rude, "line-0", null);
    String link = "see https://b.example/x?y now";
    ToWorker.Offer rewritten =
        new ToWorker.Offer(2, "room", 1, LogLine.Kind.MESSAGE, "bob", link, "line-1", null);

    List<RoomEvent> events = offerAll(hooked, blocked, rewritten);

    assertThat(events).hasSize(2).extracting(RoomEvent::index).containsExactly(0L, 1L);
    RoomEvent first = event(events, 0);
    assertThat(first.isBlocked()).isTrue();
    assertThat(first.content()).isEqualTo(new TextContent(rude));
    RoomEvent second = event(events, 1);
    assertThat(second.isBlocked()).isFalse();
    assertThat(second.content()).isEqualTo(new TextContent("see [link] now"));
    assertThat(answersOf)
        .contains(
            new FromWorker.Blocked(
                1, first.index(), first.id(), "demo-words", Lines.digest(new TextContent(rude))),
            new FromWorker.Stored(
                2, second.index(), second.id(), Lines.digest(new TextContent("see [link] now"))));
  }

  private static RoomEvent event(List<RoomEvent> events, int line) {
    return events.stream()
        .filter(event -> Lines.lineOf(event).orElseThrow() == line)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aSecondOfferUnderTheSameKeyIsAnsweredWithTheFirstPlace() throws IOException {
    ToWorker.Offer first = offer(1, "room", LogLine.Kind.MESSAGE, "x");
    ToWorker.Offer second = offer(2, "room", LogLine.Kind.MESSAGE, "x");

    List<RoomEvent> events = offerAll(START, first, second);

    assertThat(events).hasSize(1);
    UUID id = events.getFirst().id();
    assertThat(answersOf)
        .hasSize(3)
        .filteredOn(FromWorker.Duplicate.class::isInstance)
        .singleElement()
        .satisfies(
            answer ->
                assertThat((FromWorker.Duplicate) answer)
                    .matches(
                        each ->
                            each.index() == 0
                                && each.eventId().equals(id)
                                && !each.payloadDiffers()));
  }

  @Test
  void anErrorIsAnsweredWithItsCode() throws IOException {
    assertThat(
            answers(() -> store, START, offer(1, "nowhere", LogLine.Kind.MESSAGE, "x")).getLast())
        .isInstanceOfSatisfying(
            FromWorker.Failed.class,
            failed -> {
              assertThat(failed.op()).isEqualTo(1);
              assertThat(failed.code()).isEqualTo("room_not_found");
              assertThat(failed.problem()).contains("nowhere");
            });
  }

  @Test
  void aStoreThatCannotBeOpenedIsTold() throws IOException {
    assertThat(
            answers(
                () -> {
                  throw new ConfigurationException("store.dsn", "is bad", "fix it");
                },
                START))
        .containsExactly(new FromWorker.Broken("configuration", "store.dsn is bad: fix it"));
  }

  @Test
  void withoutAStartItDoesNothing() throws IOException {
    assertThat(answers(() -> store)).isEmpty();
  }

  @Test
  void theAddressIsNotShown() {
    assertThat(new ToWorker.Start("w1", "postgresql://u:secret@h/d", true).toString())
        .doesNotContain("secret");
  }
}
