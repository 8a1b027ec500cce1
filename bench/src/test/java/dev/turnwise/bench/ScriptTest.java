package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.bench.Script.Step.Draw;
import dev.turnwise.bench.Script.Step.Run;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptTest {

  @Test
  void aVariableBecomesAParameterWhereverItIsUsed() {
    assertThat(steps("SELECT :room, 'r-' || :room, :index;"))
        .containsExactly(
            new Run("SELECT ?, 'r-' || ?, ?", List.of("room", "room", "index"), false));
  }

  @Test
  void castsAndJsonAreNotVariables() {
    assertThat(steps("SELECT '{\"type\": \"text\", \"n\":1}'::jsonb, :id::uuid;"))
        .containsExactly(
            new Run(
                "SELECT '{\"type\": \"text\", \"n\":1}'::jsonb, ?::uuid", List.of("id"), false));
  }

  @Test
  void aStatementMayGoOverSeveralLines() {
    assertThat(steps("SELECT 1\n  FROM rooms\n WHERE room_id = :room;"))
        .containsExactly(
            new Run("SELECT 1\nFROM rooms\nWHERE room_id = ?", List.of("room"), false));
  }

  @Test
  void gsetKeepsTheRow() {
    assertThat(steps("SELECT 1 AS index \\gset"))
        .containsExactly(new Run("SELECT 1 AS index", List.of(), true));
  }

  @Test
  void drawsTakeANumberOrAVariableAsTheirBound() {
    assertThat(steps("\\set a random(1, 10)\n\\set b random(1,:rooms)"))
        .containsExactly(new Draw("a", "10"), new Draw("b", "rooms"));
  }

  @Test
  void commentsAndEmptyLinesAreNoSteps() {
    assertThat(steps("-- first; second;\n\nBEGIN;\n-- \\set\nCOMMIT;"))
        .containsExactly(new Run("BEGIN", List.of(), false), new Run("COMMIT", List.of(), false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\sleep 10 ms",
        "\\set a 1 + 2",
        "\\set a random(0, 5)",
        "SELECT 1",
        "SELECT a ? b FROM t;",
        "SELECT 1 \\; SELECT 2;"
      })
  void whatAReplayWouldDoOtherwiseIsRefused(String text) {
    assertThatThrownBy(() -> Script.parse("test.sql", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("test.sql");
  }

  @Test
  void theSeedsShapeIsEightRoundTrips() {
    assertThat(Script.load("seed-shape.sql").steps().stream().filter(Run.class::isInstance))
        .hasSize(8);
  }

  private static List<Script.Step> steps(String text) {
    return Script.parse("test.sql", text).steps();
  }
}
