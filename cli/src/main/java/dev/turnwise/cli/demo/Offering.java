package dev.turnwise.cli.demo;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One line offered to one worker.
 *
 * @param op unique in the run; a repeat is an offering of its own
 * @param worker the worker that is asked
 * @param room the room and its log
 * @param line what is offered
 * @param parentEventId the event of the line that it answers
 * @param attempt 1 the first time
 */
record Offering(
    long op,
    String worker,
    RoomPlan room,
    LogLine line,
    @Nullable UUID parentEventId,
    int attempt) {

  /** The same for every attempt, so that a line which was stored already is not stored again. */
  String key() {
    return "line-" + line.number();
  }

  /** Which line it is, in the whole run. */
  String lineId() {
    return room.roomId() + "/" + key();
  }

  /** Log and line, for messages. */
  String name() {
    return room.log().name() + " line " + line.number();
  }
}
