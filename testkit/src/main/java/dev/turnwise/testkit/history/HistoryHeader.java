package dev.turnwise.testkit.history;

import dev.turnwise.model.Checks;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * First line of a history: {@code {"turnwise_history":1,"about":{…}}}.
 *
 * <p>The version rises when a kind that exists changes its meaning. A new kind does not raise it,
 * since readers refuse kinds that they do not know. Immutable.
 *
 * @param version format version
 * @param about free facts about the run, such as its seed; no rule looks at them
 */
public record HistoryHeader(int version, Map<String, String> about) {
  /** The version that this release writes, and the only one that it reads. */
  public static final int VERSION = 1;

  public HistoryHeader {
    Checks.requireRange("turnwise_history", version, VERSION, VERSION);
    Map<String, String> copy = new LinkedHashMap<>();
    Checks.require("about", about)
        .forEach(
            (name, value) ->
                copy.put(
                    Checks.requireFilled("about", name),
                    Checks.requireText("about." + name, value)));
    about = Collections.unmodifiableMap(copy);
  }

  /** A header of the current version. */
  public static HistoryHeader of(Map<String, String> about) {
    return new HistoryHeader(VERSION, about);
  }
}
