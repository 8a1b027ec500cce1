package dev.turnwise.testkit.sim;

import dev.turnwise.testkit.history.CheckReport;
import dev.turnwise.testkit.history.CheckedRule;
import dev.turnwise.testkit.history.HistoryRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What came of one simulated run. Immutable.
 *
 * @param seed the seed, with which the very same run can be had again
 * @param steps scheduling points that were passed
 * @param traceHash digest of all steps: equal exactly if two runs were the same
 * @param history what the observer saw
 * @param checked what the history checker says of it
 * @param breaches every promise that was broken, the checker's rules among them
 * @param reached what the run came across, and how often
 */
public record SimulationReport(
    long seed,
    long steps,
    long traceHash,
    List<HistoryRecord> history,
    CheckReport checked,
    List<Breach> breaches,
    Map<Reached, Integer> reached) {

  public SimulationReport {
    history = List.copyOf(history);
    breaches = List.copyOf(breaches);
    reached = Map.copyOf(reached);
  }

  /** Whether every promise was kept. */
  public boolean ok() {
    return breaches.isEmpty();
  }

  /** The names of the rules that were broken. */
  public Set<String> brokenRules() {
    return breaches.stream().map(Breach::rule).collect(Collectors.toSet());
  }

  /** How often the run came across this. */
  public int count(Reached what) {
    return reached.getOrDefault(what, 0);
  }

  /** The checker's violations as breaches. */
  static List<Breach> of(CheckReport checked) {
    return checked.rules().stream()
        .filter(rule -> rule.violations() > 0)
        .map(SimulationReport::breach)
        .toList();
  }

  private static Breach breach(CheckedRule rule) {
    return new Breach(rule.rule().wire(), String.join("\n    ", rule.examples()));
  }

  /** In words, for whoever has to find out why. */
  public String describe() {
    return "simulation seed "
        + seed
        + (ok() ? " kept every promise" : " broke promises")
        + " in "
        + steps
        + " steps; replay with -Dturnwise.sim.seed="
        + seed
        + breaches.stream()
            .map(breach -> "\n  " + breach.rule() + ": " + breach.example())
            .collect(Collectors.joining());
  }
}
