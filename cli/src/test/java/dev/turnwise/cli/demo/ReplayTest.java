package dev.turnwise.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.cli.demo.LineFate.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayTest {
  private static final int WIDE = 1000;

  private static Replay replay(int window, List<String> workers, String... speakers) {
    return new Replay(List.of(new RoomPlan("room", Logs.of(speakers))), workers, window);
  }

  private static Place place(int line) {
    return new Place(line, new UUID(0, line));
  }

  private static List<Integer> lines(List<Offering> offerings) {
    return offerings.stream().map(each -> each.line().number()).toList();
  }

  @Test
  void theNextLineOfASpeakerWaitsForTheOneBefore() {
    Replay replay = replay(WIDE, List.of("w1", "w2"), "ann", "ann", "bob", "ann");

    List<Offering> first = replay.next();
    assertThat(lines(first)).containsExactly(0, 2);
    assertThat(replay.next()).isEmpty();

    replay.acknowledged(first.getFirst().op(), place(0));
    assertThat(lines(replay.next())).containsExactly(1);
  }

  @Test
  void anAnswerWaitsForWhatItAnswersAndHangsOnItsEvent() {
    Replay replay = replay(WIDE, List.of("w1"), "ann", "bob/0", "cid");

    List<Offering> first = replay.next();
    assertThat(lines(first)).containsExactly(0, 2);

    replay.acknowledged(first.getFirst().op(), place(0));
    assertThat(replay.next())
        .singleElement()
        .satisfies(answer -> assertThat(answer.parentEventId()).isEqualTo(new UUID(0, 0)));
  }

  @Test
  void anAnswerToOnesOwnLineWaitsOnceOnly() {
    Replay replay = replay(WIDE, List.of("w1"), "ann", "ann/0");

    replay.acknowledged(replay.next().getFirst().op(), place(0));

    assertThat(lines(replay.next())).containsExactly(1);
  }

  @Test
  void theLinesOfARoomGoToAllWorkersInTurn() {
    Replay replay = replay(WIDE, List.of("w1", "w2", "w3"), "a", "b", "c", "d", "e");

    assertThat(replay.next())
        .extracting(Offering::worker)
        .containsExactly("w1", "w2", "w3", "w1", "w2");
  }

  @Test
  void noMoreLinesOfARoomThanTheWindowAreOnTheirWay() {
    Replay replay =
        new Replay(
            List.of(
                new RoomPlan("x", Logs.of("a", "b", "c")),
                new RoomPlan("y", Logs.of("a", "b", "c"))),
            List.of("w1"),
            2);

    List<Offering> first = replay.next();
    assertThat(first).extracting(each -> each.room().roomId()).containsExactly("x", "x", "y", "y");

    replay.acknowledged(first.getFirst().op(), place(0));
    assertThat(replay.next()).extracting(each -> each.room().roomId()).containsExactly("x");
  }

  @Test
  void whatADeadWorkerLeftOpenGoesToTheOthersUnderTheSameKey() {
    Replay replay = replay(WIDE, List.of("w1", "w2"), "a", "b", "c", "d");
    List<Offering> first = replay.next();
    replay.acknowledged(first.getFirst().op(), place(0));

    assertThat(replay.gone("w1")).containsExactly(first.get(2));

    List<Offering> again = replay.next();
    assertThat(again)
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.worker()).isEqualTo("w2");
              assertThat(each.key()).isEqualTo(first.get(2).key());
              assertThat(each.op()).isNotEqualTo(first.get(2).op());
              assertThat(each.attempt()).isEqualTo(2);
            });
    assertThat(replay.offered()).isEqualTo(4);
    assertThat(replay.offeredAgain()).isEqualTo(1);
  }

  @Test
  void aFailedOfferIsRepeatedBeforeLaterLines() {
    Replay replay = replay(1, List.of("w1"), "a", "b");

    replay.failed(replay.next().getFirst().op());

    assertThat(lines(replay.next())).containsExactly(0);
  }

  @Test
  void keysOfDifferentLinesDiffer() {
    assertThat(replay(WIDE, List.of("w1"), "a", "b", "c").next())
        .extracting(Offering::key)
        .doesNotHaveDuplicates();
  }

  /**
   * Answers in any order, failures and deaths: each line is acknowledged once, and nothing goes too
   * early.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyLineComesThroughWhateverHappens(long seed) {
    Random random = new Random(seed);
    List<RoomPlan> rooms =
        List.of(new RoomPlan("x", randomLog(random)), new RoomPlan("y", randomLog(random)));
    Replay replay = new Replay(rooms, List.of("w1", "w2", "w3"), 5);
    Map<String, Set<Integer>> done = new HashMap<>();
    List<Offering> open = new ArrayList<>();
    while (!replay.done()) {
      for (Offering offering : replay.next()) {
        assertThat(needs(offering))
            .isSubsetOf(done.getOrDefault(offering.room().roomId(), Set.of()));
        open.add(offering);
      }
      Offering answered = open.remove(random.nextInt(open.size()));
      int chance = random.nextInt(20);
      if (chance == 0) {
        replay.failed(answered.op());
      } else if (chance == 1 && replay.workers().size() > 1) {
        replay.gone(answered.worker());
        open.removeIf(each -> each.worker().equals(answered.worker()));
      } else {
        replay.acknowledged(answered.op(), place(answered.line().number()));
        assertThat(
                done.computeIfAbsent(answered.room().roomId(), _ -> new HashSet<>())
                    .add(answered.line().number()))
            .isTrue();
      }
    }
    assertThat(replay.acknowledged()).isEqualTo(replay.total()).isEqualTo(replay.offered());
    assertThat(replay.rooms())
        .allSatisfy(
            room ->
                assertThat(room.fates())
                    .allMatch(fate -> fate.firstOffered() < fate.acknowledged()));
  }

  private static ChatLog randomLog(Random random) {
    String[] speakers = new String[200];
    for (int i = 0; i < speakers.length; i++) {
      String answers = i > 0 && random.nextInt(3) == 0 ? "/" + random.nextInt(i) : "";
      speakers[i] = "speaker" + random.nextInt(12) + answers;
    }
    return Logs.of(speakers);
  }

  /** The lines before of the same speaker, and the line that is answered. */
  private static Set<Integer> needs(Offering offering) {
    Set<Integer> needs = new HashSet<>();
    for (LogLine line : offering.room().lines().subList(0, offering.line().number())) {
      if (line.speaker().equals(offering.line().speaker())) {
        needs.add(line.number());
      }
    }
    Integer parent = offering.line().parent();
    if (parent != null) {
      needs.add(parent);
    }
    return needs;
  }
}
