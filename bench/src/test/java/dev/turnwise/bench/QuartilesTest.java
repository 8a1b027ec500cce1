package dev.turnwise.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuartilesTest {

  @Test
  void theMiddleOfAnOddNumberOfValuesIsOneOfThem() {
    assertThat(Quartiles.of(List.of(9.0, 1.0, 5.0, 3.0, 7.0))).isEqualTo(new Quartiles(5, 3, 7));
  }

  @Test
  void betweenTwoValuesItInterpolates() {
    assertThat(Quartiles.of(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(new Quartiles(2.5, 1.75, 3.25));
  }

  @Test
  void oneValueIsItsOwnQuartiles() {
    assertThat(Quartiles.of(List.of(2.0))).isEqualTo(new Quartiles(2, 2, 2));
  }

  @Test
  void noValuesHaveNone() {
    assertThatThrownBy(() -> Quartiles.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void quartilesAreScatteredOnlyWhenTheyDifferByMoreThanHalf() {
    assertThat(new Quartiles(1.2, 1.0, 1.5).isScattered()).isFalse();
    assertThat(new Quartiles(1.2, 1.0, 1.51).isScattered()).isTrue();
  }

  @Test
  void aSliceThatFinishedNothingLeavesNoRatios() {
    assertThat(Pair.ratios(List.of(Pair.of(4, 2), Pair.of(100, 0)))).isEmpty();
    assertThat(Pair.ratios(List.of(Pair.of(4, 2), Pair.of(0, 100)))).isEmpty();
    assertThat(Pair.ratios(List.of(Pair.of(4, 2), Pair.of(4, 2)))).contains(new Quartiles(2, 2, 2));
  }
}
