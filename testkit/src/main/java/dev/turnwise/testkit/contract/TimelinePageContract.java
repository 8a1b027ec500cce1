package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.EventType;
import dev.turnwise.model.Position;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.RoomStatus;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages of a timeline: windows, limits, filters, and readers that read while others write. */
public abstract class TimelinePageContract extends ConversationStoreContract {

  @ParameterizedTest
  @CsvSource({
    // limit, after, first, last, more
    "3, -1, 0, 2, true",
    "3, 2, 3, 5, true",
    "4, 5, 6, 9, false",
    "3, 6, 7, 9, false",
    "10, -1, 0, 9, false",
    "9, -1, 0, 8, true",
    "1, 8, 9, 9, false",
    "1000, -1, 0, 9, false",
    "5, -7, 0, 4, true"
  })
  void aPageAfterAnIndexHasTheFirstEventsAboveIt(
      int limit, long after, long first, long last, boolean more) {
    String room = tenEvents();

    EventPage page = store().page(EventQuery.after(room, after).withLimit(limit));

    assertThat(page.events())
        .extracting(RoomEvent::index)
        .containsExactlyElementsOf(LongStream.rangeClosed(first, last).boxed().toList());
    assertThat(page.hasMore()).isEqualTo(more);
    assertThat(page.latestIndex()).isEqualTo(9);
  }

  @ParameterizedTest
  @CsvSource({
    // limit, before, first, last, more
    "3, 10, 7, 9, true",
    "3, 7, 4, 6, true",
    "4, 4, 0, 3, false",
    "3, 4, 1, 3, true",
    "1, 1, 0, 0, false",
    "1000, 5, 0, 4, false",
    "10, 99, 0, 9, false",
    "9, 99, 1, 9, true"
  })
  void aPageBeforeAnIndexHasTheLastEventsBelowItInAscendingOrder(
      int limit, long before, long first, long last, boolean more) {
    String room = tenEvents();

    EventPage page = store().page(EventQuery.before(room, before).withLimit(limit));

    assertThat(page.events())
        .extracting(RoomEvent::index)
        .containsExactlyElementsOf(LongStream.rangeClosed(first, last).boxed().toList());
    assertThat(page.hasMore()).isEqualTo(more);
    assertThat(page.latestIndex()).isEqualTo(9);
  }

  @ParameterizedTest
  @CsvSource({"1, 9, true", "9, 1, true", "10, 0, false", "1000, 0, false"})
  void theLatestPageHasTheLastEventsInAscendingOrder(int limit, long first, boolean more) {
    String room = tenEvents();

    EventPage page = store().page(EventQuery.latest(room).withLimit(limit));

    assertThat(page.events())
        .extracting(RoomEvent::index)
        .containsExactlyElementsOf(LongStream.rangeClosed(first, 9).boxed().toList());
    assertThat(page.hasMore()).isEqualTo(more);
  }

  @ParameterizedTest
  @CsvSource({"9", "10", "5000000000"})
  void thereIsNothingBehindTheEnd(long after) {
    EventPage page = store().page(EventQuery.after(tenEvents(), after));

    assertThat(page.events()).isEmpty();
    assertThat(page.hasMore()).isFalse();
    assertThat(page.latestIndex()).isEqualTo(9);
  }

  @ParameterizedTest
  @CsvSource({"0", "-1"})
  void thereIsNothingBeforeTheStart(long before) {
    EventPage page = store().page(EventQuery.before(tenEvents(), before));

    assertThat(page.events()).isEmpty();
    assertThat(page.hasMore()).isFalse();
    assertThat(page.latestIndex()).isEqualTo(9);
  }

  @Test
  void anEmptyRoomHasEmptyPagesAndNoLatestIndex() {
    String room = newRoom();

    for (EventQuery query :
        List.of(EventQuery.after(room, -1), EventQuery.before(room, 5), EventQuery.latest(room))) {
      EventPage page = store().page(query);
      assertThat(page.events()).isEmpty();
      assertThat(page.hasMore()).isFalse();
      assertThat(page.latestIndex()).isEqualTo(-1);
    }
  }

  @Test
  void anUnknownRoomLooksLikeAnEmptyOne() {
    String nowhere = Rooms.uniqueId("nowhere");

    EventPage page = store().page(EventQuery.latest(nowhere));

    assertThat(page.events()).isEmpty();
    assertThat(page.hasMore()).isFalse();
    assertThat(page.latestIndex()).isEqualTo(-1);
    assertThat(store().event(nowhere, UUID.randomUUID())).isEmpty();
  }

  @Test
  void aRoomThatIsOverIsReadAsBefore() {
    String room = tenEvents();
    EventPage before = store().page(EventQuery.latest(room));
    moveTo(room, RoomStatus.CLOSED);
    moveTo(room, RoomStatus.ARCHIVED);

    assertThat(store().page(EventQuery.latest(room))).isEqualTo(before);
  }

  @Test
  void theLimitAlsoCountsAcrossHoles() {
    String room = newRoom();
    List<RoomEvent> events = append(room, "0", "1", "2", "3", "4");
    stored(place(room, Events.remove(events.get(1), false)));
    stored(place(room, Events.remove(events.get(2), false)));

    EventPage page = store().page(EventQuery.after(room, -1).withLimit(3));
    EventPage rest = store().page(EventQuery.after(room, 4).withLimit(2));
    EventPage back = store().page(EventQuery.before(room, 4).withLimit(2));

    assertThat(page.events()).extracting(RoomEvent::index).containsExactly(0L, 3L, 4L);
    assertThat(page.hasMore()).isTrue();
    assertThat(rest.events()).extracting(RoomEvent::index).containsExactly(5L, 6L);
    assertThat(rest.hasMore()).isFalse();
    assertThat(back.events()).extracting(RoomEvent::index).containsExactly(0L, 3L);
    assertThat(back.hasMore()).isFalse();
  }

  @Test
  void typesNarrowThePageBeforeTheLimit() {
    String room = newRoom();
    for (int i = 0; i < 4; i++) {
      append(room, "text");
      append(Events.message(room, "beep").type(EventType.DTMF).build());
      append(Events.message(room, "thumbs up").type(EventType.REACTION).build());
    }
    EventQuery signals =
        EventQuery.after(room, -1).ofTypes(Set.of(EventType.DTMF, EventType.REACTION));

    EventPage first = store().page(signals.withLimit(5));
    EventPage all = store().page(signals.withLimit(8));

    assertThat(first.events()).extracting(RoomEvent::index).containsExactly(1L, 2L, 4L, 5L, 7L);
    assertThat(first.hasMore()).isTrue();
    assertThat(all.events())
        .extracting(RoomEvent::index)
        .containsExactly(1L, 2L, 4L, 5L, 7L, 8L, 10L, 11L);
    assertThat(all.hasMore()).isFalse();
    assertThat(all.latestIndex()).isEqualTo(11);
  }

  @Test
  void eventsAreFoundByCorrelation() {
    String room = newRoom();
    append(room, "other");
    RoomEvent one = append(Events.message(room, "1").correlationId("ticket-7").build());
    append(Events.message(room, "not this").correlationId("ticket-77").build());
    RoomEvent two = append(Events.message(room, "2").correlationId("ticket-7").build());
    String otherRoom = newRoom();
    append(Events.message(otherRoom, "elsewhere").correlationId("ticket-7").build());

    EventPage page = store().page(EventQuery.after(room, -1).correlatedBy("ticket-7"));

    assertThat(page.events()).containsExactly(one, two);
    assertThat(page.hasMore()).isFalse();
  }

  @Test
  void aThreadIsTheDirectRepliesToAnEvent() {
    String room = newRoom();
    RoomEvent root = append(room, "root").getFirst();
    RoomEvent reply = append(Events.message(room, "reply").parentEventId(root.id()).build());
    append(room, "unrelated");
    append(Events.message(room, "deeper").parentEventId(reply.id()).build());
    RoomEvent second = append(Events.message(room, "second").parentEventId(root.id()).build());

    EventQuery thread = EventQuery.latest(room).inThreadOf(root.id());

    assertThat(store().page(thread).events()).containsExactly(reply, second);
    assertThat(store().page(thread.withLimit(1)).events()).containsExactly(second);
    assertThat(store().page(thread.withLimit(1)).hasMore()).isTrue();
    assertThat(store().page(EventQuery.latest(room).inThreadOf(UUID.randomUUID())).events())
        .isEmpty();
  }

  @Test
  void filtersHoldTogether() {
    String room = newRoom();
    RoomEvent root = append(room, "root").getFirst();
    RoomEvent wanted =
        append(
            Events.message(room, "x")
                .type(EventType.REACTION)
                .correlationId("c")
                .parentEventId(root.id())
                .build());
    append(Events.message(room, "x").type(EventType.REACTION).correlationId("c").build());
    append(Events.message(room, "x").type(EventType.REACTION).parentEventId(root.id()).build());
    append(Events.message(room, "x").correlationId("c").parentEventId(root.id()).build());

    EventQuery query =
        EventQuery.before(room, 100)
            .ofTypes(Set.of(EventType.REACTION))
            .correlatedBy("c")
            .inThreadOf(root.id());

    assertThat(store().page(query).events()).containsExactly(wanted);
  }

  @Test
  void positionsBelongToOneEpochOfTheTimeline() {
    String room = tenEvents();

    EventPage first = store().page(EventQuery.after(room, -1).withLimit(3));
    EventPage second = store().page(EventQuery.latest(room));
    Position position = first.positionOf(first.events().getLast());

    assertThat(position).isEqualTo(new Position(second.epoch(), 2));
    assertThat(Position.parse(position.toString())).isEqualTo(position);
    append(room, "more");
    assertThat(store().page(EventQuery.latest(room)).epoch()).isEqualTo(first.epoch());
  }

  @Test
  void anEventIsReadOnlyInItsOwnRoom() {
    String room = newRoom();
    RoomEvent event = append(room, "here").getFirst();

    assertThat(store().event(room, event.id())).contains(event);
    assertThat(store().event(newRoom(), event.id())).isEmpty();
    assertThat(store().event(room, UUID.randomUUID())).isEmpty();
  }

  /**
   * The reader pages forward as the timeline grows; each writer appends until the reader has seen
   * enough.
   */
  @Test
  void aReaderBehindWritersSkipsNothingAndRepeatsNothing() {
    String room = newRoom();
    HeadConditions conditions = asNow(room);
    int wanted = 300;
    CountDownLatch beganToRead = new CountDownLatch(1);

    List<List<RoomEvent>> results =
        Together.run(
            4,
            i ->
                () ->
                    i == 0
                        ? readForward(room, wanted, beganToRead)
                        : write(room, conditions, wanted / 3, beganToRead));

    List<RoomEvent> read = results.getFirst();
    assertThat(read)
        .extracting(RoomEvent::index)
        .containsExactlyElementsOf(LongStream.range(0, wanted).boxed().toList());
    assertThat(read)
        .containsExactlyInAnyOrderElementsOf(
            results.stream().skip(1).flatMap(List::stream).toList());
    assertThat(readBackward(room)).isEqualTo(read);
  }

  private List<RoomEvent> readForward(String room, int wanted, CountDownLatch began) {
    List<RoomEvent> read = new ArrayList<>();
    while (read.size() < wanted) {
      long last = read.isEmpty() ? -1 : read.getLast().index();
      EventPage page = store().page(EventQuery.after(room, last).withLimit(7));
      // In one snapshot, the page ends where the timeline ends, unless it is full.
      assertThat(page.hasMore()).isEqualTo(page.latestIndex() > last + page.events().size());
      read.addAll(page.events());
      began.countDown();
    }
    return read;
  }

  private List<RoomEvent> readBackward(String room) {
    List<RoomEvent> read = new ArrayList<>();
    EventPage page = store().page(EventQuery.latest(room).withLimit(7));
    read.addAll(page.events());
    while (page.hasMore()) {
      page = store().page(EventQuery.before(room, read.getFirst().index()).withLimit(7));
      read.addAll(0, page.events());
    }
    return read;
  }

  /** Comes to its end only once the reader has begun. */
  private List<RoomEvent> write(
      String room, HeadConditions conditions, int count, CountDownLatch reading)
      throws InterruptedException {
    List<RoomEvent> mine = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      if (i == count / 2) {
        reading.await();
      }
      mine.addAll(
          stored(placements(commit(RoomCommit.of(room, conditions, Events.texts(room, "x"))))));
    }
    return mine;
  }

  private String tenEvents() {
    String room = newRoom();
    append(room, IntStream.range(0, 10).mapToObj(Integer::toString).toArray(String[]::new));
    return room;
  }
}
