package dev.turnwise.cli.demo;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts flaws, and keeps the first of them in words. Not thread-safe. */
final class Flaws {
  private static final int MAX_FINDINGS = 20;

  private final Map<Flaw, Long> counts = new EnumMap<>(Flaw.class);
  private final List<String> findings = new ArrayList<>();

  void add(Flaw flaw, String finding) {
    counts.merge(flaw, 1L, Long::sum);
    if (findings.size() < MAX_FINDINGS) {
      findings.add(flaw.wire() + ": " + finding);
    }
  }

  long count(Flaw flaw) {
    return counts.getOrDefault(flaw, 0L);
  }

  boolean none() {
    return counts.isEmpty();
  }

  List<String> findings() {
    return List.copyOf(findings);
  }
}
