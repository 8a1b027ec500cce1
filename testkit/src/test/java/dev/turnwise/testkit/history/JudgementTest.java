package dev.turnwise.testkit.history;

import static dev.turnwise.testkit.history.HistoryRule.ACKNOWLEDGED_STORED;
import static dev.turnwise.testkit.history.HistoryRule.CALLER_ORDER;
import static dev.turnwise.testkit.history.HistoryRule.KEYS_STORED_ONCE;
import static dev.turnwise.testkit.history.HistoryRule.PAYLOAD_DIFFERENCE_TOLD;
import static dev.turnwise.testkit.history.HistoryRule.READS_SEE_ACKNOWLEDGED;
import static dev.turnwise.testkit.history.HistoryRule.REAL_TIME_ORDER;
import static dev.turnwise.testkit.history.HistoryRule.ROOMS_READ_AT_END;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Cases at the edge between right and wrong, one short history each. */
class JudgementTest {
  @Test
  void offersThatOverlapByOneInstantMayTakeEitherOrder() {
    assertViolated(
        check(offer(1, "a", 0), ok(1, 1, 10), offer(2, "b", 10), ok(2, 0, 20), end("b", "a")));
  }

  @Test
  void anAnswerOneInstantBeforeTheOtherOfferSettlesTheOrder() {
    assertViolated(
        check(offer(1, "a", 0), ok(1, 1, 9), offer(2, "b", 10), ok(2, 0, 20), end("b", "a")),
        REAL_TIME_ORDER);
  }

  @Test
  void aDuplicateTellsThatItsOriginalWasStoredByThen() {
    assertViolated(
        check(
            offer(1, "a", 0),
            new Outcome.Unknown(1, 1),
            offer(2, "a", 2),
            new Outcome.Duplicate(2, 1, id(1), false, 9),
            offer(3, "b", 10),
            ok(3, 0, 20),
            end("b", "a")),
        REAL_TIME_ORDER);
  }

  @Test
  void aRefusedOfferCannotHaveStoredWhatALaterOneUnderItsKeyDid() {
    assertViolated(
        check(
            offer(1, "a", 0),
            new Outcome.Refused(1, "room_busy", 1),
            offer(2, "b", 2),
            ok(2, 1, 9),
            offer(3, "a", 10),
            end("a", "b")),
        REAL_TIME_ORDER);
  }

  @Test
  void anOfferWithoutAnswerIsNoAlibiForTheOneThatWasAcknowledged() {
    assertViolated(
        check(
            offer(1, "a", 0),
            offer(2, "b", 2),
            ok(2, 1, 9),
            offer(3, "a", 10),
            ok(3, 0, 20),
            end("a", "b")),
        REAL_TIME_ORDER);
  }

  @Test
  void anyOfTheUnansweredOffersUnderAKeyMayHaveLanded() {
    assertViolated(
        check(
            offer(1, "a", 0),
            offer(2, "b", 2),
            ok(2, 1, 9),
            offer(3, "a", 10),
            new Outcome.Unknown(3, 20),
            end("a", "b")));
  }

  @Test
  void orderIsJudgedEvenWhereTheEndIsMissing() {
    assertViolated(
        check(offer(1, "a", 0), ok(1, 1, 9), offer(2, "b", 10), ok(2, 0, 20)),
        ROOMS_READ_AT_END,
        REAL_TIME_ORDER);
  }

  @Test
  void whatTheEndContradictsIsNotHeldAgainstTheOrderAsWell() {
    assertViolated(
        check(offer(1, "a", 0), ok(1, 1, 9), offer(2, "b", 10), ok(2, 0, 20), end("b", "")),
        ACKNOWLEDGED_STORED);
  }

  @Test
  void aCallersOffersAreOrderedByTheirTimesAndNotByTheirLines() {
    Invoke first = from("alice", 1, "a", 0);
    Invoke second = from("alice", 2, "b", 5);

    assertViolated(check(second, first, ok(1, 0, 20), ok(2, 1, 20), end("a", "b")));
    assertViolated(check(second, first, ok(1, 1, 20), ok(2, 0, 20), end("b", "a")), CALLER_ORDER);
  }

  @Test
  void offersOfOneCallerInOneInstantHaveNoOrder() {
    assertViolated(
        check(
            from("alice", 1, "a", 5),
            from("alice", 2, "b", 5),
            ok(1, 1, 20),
            ok(2, 0, 20),
            end("b", "a")));
  }

  @Test
  void everyOfferBehindItsPlaceInACallersOrderIsCounted() {
    CheckReport report =
        check(
            from("alice", 1, "a", 1),
            from("alice", 2, "b", 2),
            from("alice", 3, "c", 3),
            ok(1, 2, 20),
            ok(2, 0, 20),
            ok(3, 1, 20),
            end("b", "c", "a"));

    assertViolated(report, CALLER_ORDER);
    assertThat(report.rule(CALLER_ORDER).violations()).isEqualTo(2);
  }

  @Test
  void oneCallerAtTwoWorkersHasNoOrderWhileBothAreAtWork() {
    assertViolated(
        check(
            new Invoke(1, "w1", "alice", "r", "a", "p", 1),
            new Invoke(2, "w2", "alice", "r", "b", "p", 2),
            ok(1, 1, 20),
            ok(2, 0, 20),
            end("b", "a")));
  }

  @Test
  void aReadThatBeganWithTheAcknowledgementMayMissIt() {
    assertViolated(check(offer(1, "a", 0), ok(1, 0, 10), readToEnd(10), end("a")));
    assertViolated(
        check(offer(1, "a", 0), ok(1, 0, 9), readToEnd(10), end("a")), READS_SEE_ACKNOWLEDGED);
  }

  @Test
  void aReadAfterADuplicateSeesItsOriginal() {
    assertViolated(
        check(
            offer(1, "a", 0),
            offer(2, "a", 2),
            new Outcome.Duplicate(2, 0, id(0), false, 9),
            readToEnd(10),
            end("a")),
        READS_SEE_ACKNOWLEDGED);
  }

  @Test
  void aReadMayMissWhatWasRemovedFromTheEndOfTheRoom() {
    assertViolated(
        check(
            offer(1, "a", 0), ok(1, 0, 5), new RoomFact.Removed("r", 0, 8), readToEnd(10), end()));
  }

  @Test
  void aKeyThatWasAcknowledgedOnceAndStoredTwiceIsStoredTwice() {
    assertViolated(
        check(
            offer(1, "a", 0),
            offer(2, "a", 2),
            ok(1, 0, 9),
            new RoomFact.Final("r", List.of(stored(0, "a", 1L), stored(1, "a", 2L)))),
        KEYS_STORED_ONCE);
  }

  @Test
  void anAcknowledgementForWhatAnotherOfferStoredIsWrong() {
    assertViolated(
        check(
            offer(1, "a", 0),
            offer(2, "a", 2),
            ok(2, 0, 9),
            new RoomFact.Final("r", List.of(stored(0, "a", 1L)))),
        ACKNOWLEDGED_STORED);
  }

  @Test
  void anOfferMadeAfterTheDuplicateWasToldIsNotItsOriginal() {
    assertViolated(
        check(
            new Invoke(1, "w", "c1", "r", "a", "first", 0),
            new Invoke(2, "w", "c2", "r", "a", "second", 2),
            new Outcome.Duplicate(2, 0, id(0), false, 9),
            new Invoke(3, "w", "c3", "r", "a", "second", 10),
            end("a")),
        PAYLOAD_DIFFERENCE_TOLD);
  }

  @Test
  void aPayloadIsNotJudgedWhileTwoOffersCouldBeTheOriginal() {
    CheckReport report =
        check(
            new Invoke(1, "w", "c1", "r", "a", "first", 0),
            new Invoke(2, "w", "c2", "r", "a", "second", 1),
            new Invoke(3, "w", "c3", "r", "a", "second", 2),
            new Outcome.Duplicate(3, 0, id(0), false, 9),
            end("a"));

    assertViolated(report);
    assertThat(report.rule(PAYLOAD_DIFFERENCE_TOLD).checked()).isZero();
  }

  private static CheckReport check(HistoryRecord... records) {
    return HistoryChecker.check(List.of(records).iterator());
  }

  private static void assertViolated(CheckReport report, HistoryRule... rules) {
    assertThat(report.violated())
        .as(() -> report.rules().toString())
        .containsExactlyInAnyOrder(rules);
  }

  private static Invoke offer(long op, String key, long at) {
    return from("caller-" + op, op, key, at);
  }

  private static Invoke from(String caller, long op, String key, long at) {
    return new Invoke(op, "w", caller, "r", key, "p", at);
  }

  private static Outcome.Ok ok(long op, long index, long at) {
    return new Outcome.Ok(op, index, id(index), at);
  }

  private static RoomFact.Read readToEnd(long at) {
    return new RoomFact.Read("reader", "r", -1, List.of(), true, at, at + 5);
  }

  /** The room at the end by its keys in order; "" is an event that the framework put there. */
  private static RoomFact.Final end(String... keys) {
    List<RoomFact.FinalEvent> events = new ArrayList<>();
    for (String key : keys) {
      long index = events.size();
      events.add(
          key.isEmpty()
              ? new RoomFact.FinalEvent(index, new UUID(6, index), null, null, "delivered")
              : stored(index, key, null));
    }
    return new RoomFact.Final("r", events);
  }

  private static RoomFact.FinalEvent stored(long index, String key, @Nullable Long op) {
    return new RoomFact.FinalEvent(index, id(index), key, op, "delivered");
  }

  private static UUID id(long index) {
    return new UUID(5, index);
  }
}
