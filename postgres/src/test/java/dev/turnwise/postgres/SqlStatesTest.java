package dev.turnwise.postgres;

import static dev.turnwise.postgres.SqlStates.Meaning.DATA;
import static dev.turnwise.postgres.SqlStates.Meaning.LOST;
import static dev.turnwise.postgres.SqlStates.Meaning.SCHEMA;
import static dev.turnwise.postgres.SqlStates.Meaning.UNAVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of state, and what it says about a write. */
class SqlStatesTest {

  private static final Map<SqlStates.Meaning, String> STATES =
      Map.of(
          LOST, "08000 08001 08004 08006 08007 08P01 40003 57P01 57P02 57P03 57P05 99999 8006",
          UNAVAILABLE,
              "08003 25P03 25006 40001 40P01 53000 53100 53200 53300 55P03 57014 58030 XX000 XX001",
          DATA, "22001 22003 22021 22P02 22P05 23502 23505 23514 54000 54001",
          SCHEMA, "0A000 26000 3F000 42501 42601 42703 42P01");

  record Case(String state, SqlStates.Meaning meaning) {}

  static Stream<Case> cases() {
    return STATES.entrySet().stream()
        .flatMap(
            entry ->
                Stream.of(entry.getValue().split(" "))
                    .map(state -> new Case(state, entry.getKey())));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aStateHasItsMeaning(Case one) {
    assertThat(SqlStates.meaning(failure(one.state()))).isEqualTo(one.meaning());
  }

  @Test
  void aFailureWithoutStateIsALostAnswer() {
    assertThat(SqlStates.meaning(failure(null))).isEqualTo(LOST);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void noReasonQuotesTheDriver(Case one) {
    assertThat(SqlStates.reason(failure(one.state())))
        .isNotBlank()
        .doesNotContain("driver's words");
    assertThat(SqlStates.objection(failure(one.state())))
        .isNotBlank()
        .doesNotContain("driver's words");
  }

  @Test
  void aSessionThatIsGoneIsToldFromOneThatRefused() {
    assertThat(Stream.of("57P01", "08006", "08003", "25P03").map(SqlStatesTest::failure))
        .allMatch(SqlStates::endsSession);
    assertThat(Stream.of("57014", "55P03", "22021", "23505", "40P01").map(SqlStatesTest::failure))
        .noneMatch(SqlStates::endsSession);
  }

  private static SQLException failure(@Nullable String state) {
    return new SQLException("driver's words", state);
  }
}
