package dev.turnwise.cli.demo;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.UUID;

/** What a worker tells the coordinator, one JSON line each. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "message")
@JsonSubTypes({
  @JsonSubTypes.Type(value = FromWorker.Ready.class, name = "ready"),
  @JsonSubTypes.Type(value = FromWorker.Broken.class, name = "broken"),
  @JsonSubTypes.Type(value = FromWorker.GatesRerun.class, name = "gates_rerun"),
  @JsonSubTypes.Type(value = FromWorker.Stored.class, name = "stored"),
  @JsonSubTypes.Type(value = FromWorker.Duplicate.class, name = "duplicate"),
  @JsonSubTypes.Type(value = FromWorker.Blocked.class, name = "blocked"),
  @JsonSubTypes.Type(value = FromWorker.Refused.class, name = "refused"),
  @JsonSubTypes.Type(value = FromWorker.Unknown.class, name = "unknown"),
  @JsonSubTypes.Type(value = FromWorker.Failed.class, name = "failed")
})
sealed interface FromWorker {

  /** Its engine runs. */
  record Ready() implements FromWorker {}

  /** Its engine could not start; the worker ends. */
  record Broken(String code, String problem) implements FromWorker {}

  /** It lost a room's commit lock and decided again. */
  record GatesRerun() implements FromWorker {}

  /** The answer to one offer. */
  sealed interface Answer extends FromWorker {
    /** The offer that is answered. */
    long op();
  }

  /**
   * Stored at this place.
   *
   * @param content digest of the content that was stored, see {@link Lines#digest}
   */
  record Stored(long op, long index, UUID eventId, String content) implements Answer {}

  /** Had been stored before, at this place. */
  record Duplicate(long op, long index, UUID eventId, boolean payloadDiffers, String content)
      implements Answer {}

  /** Stored as BLOCKED. */
  record Blocked(long op, long index, UUID eventId, String by, String content) implements Answer {}

  /** Not stored, by a rule. */
  record Refused(long op, String reason) implements Answer {}

  /** The commit's answer did not come in time. */
  record Unknown(long op) implements Answer {}

  /** An error; {@code code} is one of {@link dev.turnwise.error.ErrorCode}, or {@code internal}. */
  record Failed(long op, String code, String problem) implements Answer {}
}
