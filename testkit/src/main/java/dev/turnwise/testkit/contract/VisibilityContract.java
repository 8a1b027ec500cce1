package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.Access;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Visibility;
import dev.turnwise.store.ChangeOutcome;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.store.RoomChange;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a channel sees of a timeline, by its binding and by each event's visibility. */
public abstract class VisibilityContract extends ConversationStoreContract {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "all                | true  | true",
        "none               | false | false",
        "transport          | true  | false",
        "intelligence       | false | true",
        "web                | true  | false",
        "agent              | false | true",
        "other,web          | true  | false",
        "web,agent          | true  | true",
        "webs,we,eb,we_,w%b | false | false",
        "Web                | false | false"
      })
  void aChannelSeesWhatTheEventsVisibilityAllows(String scope, boolean web, boolean agent) {
    String room = newRoom();
    RoomEvent event =
        append(Events.message(room, "psst").visibility(Visibility.parse(scope)).build());

    assertThat(seenBy(room, TestChannel.WEB)).isEqualTo(web ? List.of(event) : List.of());
    assertThat(seenBy(room, TestChannel.AGENT)).isEqualTo(agent ? List.of(event) : List.of());
    assertThat(timeline(room)).containsExactly(event);
  }

  @ParameterizedTest
  @CsvSource({"all", "none", "intelligence", "web"})
  void aChannelAlwaysSeesItsOwnEvents(String scope) {
    String room = newRoom();
    RoomEvent own =
        append(Events.message(room, "psst").visibility(Visibility.parse(scope)).build());

    assertThat(seenBy(room, TestChannel.PHONE)).containsExactly(own);
  }

  @Test
  void aBlockedEventIsSeenByItsOwnChannelAndTheHostOnly() {
    String room = newRoom();
    RoomEvent blocked = append(Events.text(room, "spam").blocked("spam-filter"));

    assertThat(seenBy(room, TestChannel.PHONE)).containsExactly(blocked);
    assertThat(seenBy(room, TestChannel.WEB)).isEmpty();
    assertThat(seenBy(room, TestChannel.AGENT)).isEmpty();
    assertThat(timeline(room)).containsExactly(blocked);
  }

  @ParameterizedTest
  @EnumSource
  void aChannelThatMayNotReadSeesOnlyItsOwnEvents(Access access) {
    String room = newRoom();
    rebind(room, TestChannel.WEB, access);
    RoomEvent others = append(room, "from the phone").getFirst();
    RoomEvent own = append(Events.text(room, "from the web", TestChannel.WEB.by("bob")));

    List<RoomEvent> expected = access.canRead() ? List.of(others, own) : List.of(own);
    assertThat(seenBy(room, TestChannel.WEB)).isEqualTo(expected);
  }

  @Test
  void aMutedChannelStillReads() {
    String room = newRoom();
    RoomChange mute =
        new RoomChange.Rebind(
            room,
            TestChannel.WEB.id(),
            RoomChange.BindingPatch.NONE.withMuted(true).withOutputMuted(true),
            Optional.empty());
    assertThat(store().change(mute)).isInstanceOf(ChangeOutcome.Changed.class);
    RoomEvent event = append(room, "hello").getFirst();

    assertThat(seenBy(room, TestChannel.WEB)).containsExactly(event);
  }

  @Test
  void aChannelThatIsNotAttachedSeesOnlyWhatItProduced() {
    String room = newRoom();
    RoomEvent own = append(Events.text(room, "from the web", TestChannel.WEB.by("bob")));
    RoomEvent others = append(room, "from the phone").getFirst();
    assertThat(seenBy(room, TestChannel.WEB)).containsExactly(own, others);

    RoomChange detach = new RoomChange.Detach(room, TestChannel.WEB.id(), Optional.empty());
    assertThat(store().change(detach)).isInstanceOf(ChangeOutcome.Changed.class);

    assertThat(seenBy(room, TestChannel.WEB)).containsExactly(own);
    assertThat(store().page(EventQuery.latest(room).asSeenBy("stranger")).events()).isEmpty();

    RoomChange attach =
        new RoomChange.Attach(room, TestChannel.WEB.in(room), true, Optional.empty());
    assertThat(store().change(attach)).isInstanceOf(ChangeOutcome.Changed.class);
    assertThat(seenBy(room, TestChannel.WEB)).containsExactly(own, others);
  }

  @Test
  void theEventsOfADetachedSourceStayVisibleToOthers() {
    String room = newRoom();
    RoomEvent event = append(room, "from the phone").getFirst();
    RoomChange detach = new RoomChange.Detach(room, TestChannel.PHONE.id(), Optional.empty());
    assertThat(store().change(detach)).isInstanceOf(ChangeOutcome.Changed.class);

    assertThat(seenBy(room, TestChannel.WEB)).containsExactly(event);
  }

  @Test
  void theCategoryOfTheBindingDecidesForCustomChannels() {
    String id = Rooms.uniqueId("room");
    TestChannel pager = new TestChannel("pager", ChannelType.custom("pager"));
    String room = open(Rooms.room(id, TestChannel.PHONE.in(id), pager.in(id)));
    RoomEvent people = append(Events.message(room, "a").visibility(Visibility.TRANSPORT).build());
    append(Events.message(room, "b").visibility(Visibility.INTELLIGENCE).build());

    assertThat(seenBy(room, pager)).containsExactly(people);
  }

  /**
   * The limit counts what the reader may see, and there is more only if the reader may see more.
   */
  @Test
  void limitsCountWhatTheReaderSees() {
    String room = newRoom();
    // 0 and 3 are for the web page, 6 and 9 too; all others are for the agent.
    for (int i = 0; i < 12; i++) {
      Visibility scope = i % 3 == 0 ? Visibility.of("web") : Visibility.of("agent");
      append(Events.message(room, "event " + i).visibility(scope).build());
    }
    EventQuery asWeb = EventQuery.after(room, -1).asSeenBy("web");

    assertPage(asWeb.withLimit(2), true, 0, 3);
    assertPage(asWeb.withLimit(3), true, 0, 3, 6);
    assertPage(asWeb.withLimit(4), false, 0, 3, 6, 9);
    assertPage(EventQuery.after(room, 3).asSeenBy("web").withLimit(2), false, 6, 9);
    assertPage(EventQuery.after(room, 9).asSeenBy("web").withLimit(2), false);
    assertPage(EventQuery.before(room, 9).asSeenBy("web").withLimit(2), true, 3, 6);
    assertPage(EventQuery.before(room, 9).asSeenBy("web").withLimit(3), false, 0, 3, 6);
    assertPage(EventQuery.latest(room).asSeenBy("web").withLimit(1), true, 9);
    assertPage(EventQuery.latest(room).asSeenBy("web").withLimit(4), false, 0, 3, 6, 9);
    assertPage(EventQuery.latest(room).asSeenBy("agent").withLimit(2), true, 10, 11);
  }

  private void assertPage(EventQuery query, boolean more, long... indices) {
    EventPage page = store().page(query);
    assertThat(page.events().stream().mapToLong(RoomEvent::index).toArray()).isEqualTo(indices);
    assertThat(page.hasMore()).isEqualTo(more);
    assertThat(page.latestIndex()).isEqualTo(11);
  }

  private List<RoomEvent> seenBy(String room, TestChannel channel) {
    List<RoomEvent> seen = store().page(EventQuery.after(room, -1).asSeenBy(channel.id())).events();
    assertThat(store().page(EventQuery.latest(room).asSeenBy(channel.id())).events())
        .isEqualTo(seen);
    return seen;
  }

  private void rebind(String room, TestChannel channel, Access access) {
    store()
        .change(
            new RoomChange.Rebind(
                room,
                channel.id(),
                RoomChange.BindingPatch.NONE.withAccess(access),
                Optional.empty()));
    assertThat(binding(room, channel.id()).access()).isEqualTo(access);
  }
}
