package dev.turnwise.cli.demo;

import dev.turnwise.testkit.history.CheckedRule;
import dev.turnwise.testkit.history.HistoryRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What a demo did and what came of it. Immutable. */
public final class DemoReport {
  private final int rooms;
  private final int lines;
  private final String database;
  private final Optional<String> history;
  private final Replayed replayed;
  private final Verification verification;

  DemoReport(
      List<RoomPlan> rooms,
      String database,
      Optional<String> history,
      Replayed replayed,
      Verification verification) {
    this.rooms = rooms.size();
    this.lines = rooms.stream().mapToInt(room -> room.lines().size()).sum();
    this.database = database;
    this.history = history;
    this.replayed = replayed;
    this.verification = verification;
  }

  /** Whether every line was acknowledged and stands there once, and nothing was found wrong. */
  public boolean ok() {
    return verification.ok()
        && replayed.offered() == lines
        && replayed.acknowledged() == lines
        && verification.events() == lines;
  }

  /** The report under its stable JSON keys; further ones may join. */
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("workers", replayed.shares().size());
    fields.put("killed", replayed.killed());
    fields.put("rooms", rooms);
    fields.put("offered", replayed.offered());
    fields.put("re_offered", replayed.offeredAgain());
    fields.put("acknowledged", replayed.acknowledged());
    fields.put("events_committed", verification.events());
    fields.put("blocked", verification.moderated().blocked());
    fields.put("modified", verification.moderated().modified());
    fields.put("gates_rerun", replayed.gatesRerun());
    for (Flaw flaw : Flaw.values()) {
      fields.put(flaw.wire(), verification.flaws().count(flaw));
    }
    fields.put("history_violations", historyViolations());
    fields.put("audit", verification.audit().ok() ? "ok" : "violated");
    fields.put("events_per_second", eventsPerSecond());
    fields.put("duration_ms", replayed.duration().toMillis());
    fields.put("takeover_ms", replayed.takeover().map(DemoReport::millis).orElse(null));
    fields.put("database", database);
    fields.put("history", history.orElse(null));
    fields.put("findings", findings());
    fields.put("notes", replayed.notes());
    fields.put("verdict", ok() ? "ok" : "violated");
    return fields;
  }

  /** Acknowledged lines of each worker, in words, by worker. */
  public Map<String, String> shares() {
    Map<String, String> shares = new LinkedHashMap<>();
    for (Replayed.Share share : replayed.shares()) {
      shares.put(
          share.worker(),
          String.format(
              Locale.ROOT,
              "%,d lines%s",
              share.acknowledged(),
              share.killed() ? ", then killed" : ""));
    }
    return shares;
  }

  private long historyViolations() {
    return verification.check().rules().stream().mapToLong(CheckedRule::violations).sum();
  }

  private long eventsPerSecond() {
    return Math.round(verification.events() / (replayed.duration().toNanos() / 1e9));
  }

  private static double millis(Duration duration) {
    return Math.round(duration.toNanos() / 1e5) / 10.0;
  }

  private List<String> findings() {
    List<String> findings = new ArrayList<>(verification.flaws().findings());
    for (HistoryRule rule : verification.check().violated()) {
      verification
          .check()
          .rule(rule)
          .examples()
          .forEach(each -> findings.add("history, " + rule.wire() + ": " + each));
    }
    verification.audit().findings().forEach(each -> findings.add("audit: " + each));
    return findings;
  }
}
