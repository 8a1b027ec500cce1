package dev.turnwise.bench;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a row, or a whole report, shows. */
public enum Verdict {
  PASS("pass"),
  FAIL("fail"),
  /** The quartiles lie too far apart to say anything: the machine was busy with something else. */
  VOID("void"),
  /** There is no goal, or what it is judged against was not there; the row says why. */
  NOT_JUDGED("not judged");

  private final String text;

  Verdict(String text) {
    this.text = text;
  }

  /** The form for readers and for JSON. */
  @JsonValue
  public String text() {
    return text;
  }
}
