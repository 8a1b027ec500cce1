package dev.turnwise.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.cli.demo.LineFate.Place;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.EventQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A room that was replayed rightly has no flaw; each thing that can go wrong gives its own. */
class RoomVerifierTest {
  private final RoomPlan room =
      new RoomPlan("room", Logs.of("ann", "bob", "system", "ann", "bob/0", "cid/4"));
  private final List<LineFate> fates = new ArrayList<>();
  private final List<RoomEvent> events;

  RoomVerifierTest() {
    events = new ArrayList<>(replayed());
  }

  /** One line after the other, so that line, index and place in the list are the same. */
  private List<RoomEvent> replayed() {
    try (Turnwise turnwise = Turnwise.builder().channel(new IrcChannel()).build()) {
      turnwise.createRoom(RoomSpec.create().withId("room").withChannel(IrcChannel.ID));
      Replay replay = new Replay(List.of(room), List.of("w1"), 1);
      while (!replay.done()) {
        Offering offering = replay.next().getFirst();
        InboundResult result = Lines.store(turnwise, ToWorker.Offer.of(offering));
        assertThat(result).isInstanceOf(InboundResult.Stored.class);
        RoomEvent event = ((InboundResult.Stored) result).event();
        replay.acknowledged(offering.op(), new Place(event.index(), event.id()));
      }
      fates.addAll(replay.rooms().getFirst().fates());
      return turnwise.events(EventQuery.after("room", -1)).events();
    }
  }

  private Flaws flaws() {
    Flaws flaws = new Flaws();
    RoomVerifier.verify(room, fates, Moderation.OFF, events, flaws);
    return flaws;
  }

  private void assertOnly(Flaw flaw, long count) {
    Flaws flaws = flaws();
    for (Flaw each : Flaw.values()) {
      assertThat(flaws.count(each))
          .as(flaws.findings().toString())
          .isEqualTo(each == flaw ? count : 0);
    }
    assertThat(flaws.findings()).allMatch(finding -> finding.startsWith(flaw.wire() + ": room "));
  }

  private void swapIndices(int first, int second) {
    RoomEvent a = events.get(first);
    RoomEvent b = events.get(second);
    events.set(first, b.withIndex(first, b.createdAt()));
    events.set(second, a.withIndex(second, a.createdAt()));
    acknowledgedWhereTheyStand();
  }

  private void acknowledgedWhereTheyStand() {
    for (RoomEvent event : events) {
      int line = Lines.lineOf(event).orElseThrow();
      LineFate fate = fates.get(line);
      fates.set(
          line,
          new LineFate(
              fate.firstOffered(), fate.acknowledged(), new Place(event.index(), event.id())));
    }
  }

  private void offeredAllAtOnce() {
    fates.replaceAll(fate -> new LineFate(1, fate.acknowledged(), fate.place()));
  }

  @Test
  void aRoomThatWasReplayedRightlyHasNone() {
    Flaws flaws = flaws();

    assertThat(flaws.findings()).isEmpty();
    assertThat(flaws.none()).isTrue();
    assertThat(events).hasSize(6);
  }

  @Test
  void aMissingEventIsAGapAndALoss() {
    events.remove(2);

    assertThat(flaws().count(Flaw.GAPS)).isEqualTo(1);
    assertThat(flaws().count(Flaw.ACKNOWLEDGED_LOST)).isEqualTo(1);
  }

  @Test
  void anEventMissingAtTheEndIsALoss() {
    events.removeLast();

    assertOnly(Flaw.ACKNOWLEDGED_LOST, 1);
  }

  @Test
  void anotherIndexOrIdThanAcknowledgedIsALoss() {
    fates.set(1, new LineFate(1, 2, new Place(3, events.get(1).id())));
    fates.set(2, new LineFate(3, 4, new Place(2, UUID.randomUUID())));

    assertThat(flaws().count(Flaw.ACKNOWLEDGED_LOST)).isEqualTo(2);
  }

  @Test
  void aLineStoredUnderTwoIndicesIsStoredTwice() {
    RoomEvent last = events.getLast();
    events.add(last.toBuilder().id(UUID.randomUUID()).index(6).build());

    assertOnly(Flaw.STORED_TWICE, 1);
  }

  @Test
  void anIndexGivenTwiceIsADuplicate() {
    RoomEvent last = events.getLast();
    events.set(5, last.withIndex(4, last.createdAt()));

    assertThat(flaws().count(Flaw.DUPLICATE_INDICES)).isEqualTo(1);
  }

  @Test
  void linesOfOneSpeakerTurnedRoundAreOutOfOrder() {
    offeredAllAtOnce();
    swapIndices(0, 3);

    assertOnly(Flaw.OUT_OF_ORDER, 1);
  }

  @Test
  void anEventBehindOneThatWasOfferedAfterItsAcknowledgementIsOutOfOrder() {
    swapIndices(2, 3);

    assertOnly(Flaw.OUT_OF_ORDER, 1);
  }

  @Test
  void eventsThatWereOnTheirWayTogetherMayStandInAnyOrder() {
    offeredAllAtOnce();
    swapIndices(2, 3);

    assertThat(flaws().none()).isTrue();
  }

  @Test
  void anAnswerThatHangsOnAnotherEventHasAWrongParent() {
    events.set(4, events.get(4).toBuilder().parentEventId(events.get(1).id()).build());

    assertOnly(Flaw.WRONG_PARENTS, 1);
  }

  @Test
  void anEventThatAnswersNothingAndHasAParentHasAWrongOne() {
    events.set(3, events.get(3).toBuilder().parentEventId(events.get(1).id()).build());

    assertOnly(Flaw.WRONG_PARENTS, 1);
  }

  @Test
  void anotherTextOrAnotherNameIsAltered() {
    events.set(0, events.get(0).withContent(new TextContent("else")));
    RoomEvent bob = events.get(1);
    events.set(1, bob.toBuilder().source(events.get(0).source()).build());

    assertOnly(Flaw.ALTERED, 2);
  }

  @Test
  void anEventThatWasBlockedIsAltered() {
    events.set(0, events.get(0).blocked("somebody"));

    assertOnly(Flaw.ALTERED, 1);
  }

  @Test
  void anEventOfNoLineIsUnexpected() {
    RoomEvent stranger =
        events.getLast().toBuilder()
            .id(UUID.randomUUID())
            .index(6)
            .createdAt(Instant.EPOCH)
            .metadata(Map.of())
            .build();
    events.add(stranger);

    assertOnly(Flaw.UNEXPECTED, 1);
  }

  @Test
  void onlyTheFirstFindingsAreKeptInWords() {
    events.replaceAll(event -> event.withContent(new TextContent("else")));
    Flaws flaws = new Flaws();
    Collections.nCopies(5, room)
        .forEach(each -> RoomVerifier.verify(each, fates, Moderation.OFF, List.of(), flaws));

    assertThat(flaws.count(Flaw.ACKNOWLEDGED_LOST)).isEqualTo(30);
    assertThat(flaws.findings()).hasSize(20);
  }
}
