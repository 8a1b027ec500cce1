package dev.turnwise.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns for people, each as wide as its widest text. Not thread-safe. */
final class Grid {
  private static final String GAP = "  ";

  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a row with a text for each column; the first one may be a header. */
  Grid row(String... cells) {
    rows.add(Arrays.asList(cells));
    return this;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        String cell = row.get(column);
        line.append(GAP).append(cell).repeat(' ', width(column) - cell.length());
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
  }
}
