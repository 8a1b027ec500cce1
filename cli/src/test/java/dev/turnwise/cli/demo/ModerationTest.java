package dev.turnwise.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.cli.demo.LineFate.Place;
import dev.turnwise.cli.demo.Moderation.Ruling;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.store.EventQuery;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the demo's hooks make of lines, and that a room which lacks it is found out. */
class ModerationTest {
  private static final int BLOCKED = 0;
  private static final int REWRITTEN = 1;
  private static final int PLAIN = 2;

  private final RoomPlan room =
      new RoomPlan(
          "room",
          new ChatLog(
              "log",
              List.of(
                  said(BLOCKED, "what an idiot"),
                  said(REWRITTEN, "look at http://a.example/b"),
                  said(PLAIN, "hello"))));

  private static LogLine said(int number, String text) {
    return new LogLine(number, LogLine.Kind.MESSAGE, "speaker " + number, text, null);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Damn!", "this sucks", "WTF?", "(idiots)", "damn http://a.example/"})
  void aLineWithAWordOfTheListIsBlockedAsItIs(String text) {
    assertThat(Moderation.ON.of(said(0, text))).isEqualTo(new Ruling.Block(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "damned if I know", "flame war", "", "ftp://a.example"})
  void anyOtherLinePassesAsItIs(String text) {
    assertThat(Moderation.ON.of(said(0, text))).isEqualTo(new Ruling.Pass(text));
  }

  @Test
  void eachLinkIsRewritten() {
    assertThat(Moderation.ON.of(said(0, "http://a.example/ or HTTPS://b.example?c=d, no")))
        .isEqualTo(new Ruling.Pass("[link] or [link] no"));
  }

  @Test
  void linesOfTheLogItselfAndRunsWithoutHooksAreLeftAlone() {
    LogLine system = new LogLine(0, LogLine.Kind.SYSTEM, LogLine.SYSTEM, "damn left", null);

    assertThat(Moderation.ON.of(system)).isEqualTo(new Ruling.Pass("damn left"));
    assertThat(Moderation.OFF.of(said(0, "damn"))).isEqualTo(new Ruling.Pass("damn"));
    assertThat(Moderation.OFF.hooks()).isEmpty();
  }

  @Test
  void theLogThatComesWithTheDemoHasLinesOfBothKinds() {
    List<LogLine> lines = ChatLogs.shipped().lines();

    assertThat(lines).anyMatch(Moderation.ON::blocks);
    assertThat(lines)
        .anyMatch(
            line ->
                !Moderation.ON.blocks(line) && !Moderation.ON.of(line).text().equals(line.text()));
  }

  @Test
  void aRoomThatTheHooksDecidedAboutHasNoFlaw() {
    List<RoomEvent> events = replayed(Moderation.ON);

    assertThat(events.get(BLOCKED).isBlocked()).isTrue();
    assertThat(altered(events)).isZero();
  }

  @Test
  void aRoomThatTheyDidNotDecideAboutIsAlteredInEachOfTheirLines() {
    assertThat(altered(replayed(Moderation.OFF))).isEqualTo(2);
  }

  @Test
  void aLineBlockedByAnotherNameOrWithoutNeedIsAltered() {
    List<RoomEvent> events = replayed(Moderation.ON);
    events.set(BLOCKED, events.get(BLOCKED).blocked("somebody else"));
    events.set(PLAIN, events.get(PLAIN).blocked(Moderation.WORDS_HOOK));

    assertThat(altered(events)).isEqualTo(2);
  }

  private final List<LineFate> fates = new ArrayList<>();

  private long altered(List<RoomEvent> events) {
    Flaws flaws = new Flaws();
    RoomVerifier.verify(room, fates, Moderation.ON, events, flaws);
    assertThat(flaws.findings()).allMatch(finding -> finding.startsWith(Flaw.ALTERED.wire()));
    return flaws.count(Flaw.ALTERED);
  }

  /** One line after the other, so that line, index and place in the list are the same. */
  private List<RoomEvent> replayed(Moderation moderation) {
    var builder = Turnwise.builder().channel(new IrcChannel());
    moderation.hooks().forEach(builder::hook);
    try (Turnwise turnwise = builder.build()) {
      turnwise.createRoom(RoomSpec.create().withId("room").withChannel(IrcChannel.ID));
      Replay replay = new Replay(List.of(room), List.of("w1"), 1);
      while (!replay.done()) {
        Offering offering = replay.next().getFirst();
        RoomEvent event =
            switch (Lines.store(turnwise, ToWorker.Offer.of(offering))) {
              case InboundResult.Stored(var stored) -> stored;
              case InboundResult.Blocked(var stored, var _, var _) -> stored;
              case InboundResult other -> throw new AssertionError(other);
            };
        replay.acknowledged(offering.op(), new Place(event.index(), event.id()));
      }
      fates.addAll(replay.rooms().getFirst().fates());
      return new ArrayList<>(turnwise.events(EventQuery.after("room", -1)).events());
    }
  }
}
