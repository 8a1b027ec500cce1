package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;

/** What kind of thing happened; stored with every event. */
public enum EventType {
  MESSAGE,
  SYSTEM,
  TYPING,
  PRESENCE,
  READ_RECEIPT,
  DELIVERY_RECEIPT,
  REACTION,
  EDIT,
  DELETE,
  PARTICIPANT_JOINED,
  PARTICIPANT_LEFT,
  PARTICIPANT_IDENTIFIED,
  PARTICIPANT_UPDATED,
  CHANNEL_ATTACHED,
  CHANNEL_DETACHED,
  CHANNEL_MUTED,
  CHANNEL_UNMUTED,
  CHANNEL_UPDATED,
  DTMF,
  RECORDING_STARTED,
  RECORDING_STOPPED,
  TASK_CREATED,
  OBSERVATION,
  /** The host replaced parts of an event; tells readers of the log. */
  EVENT_UPDATED,
  /** The host removed events; lists the indices that can no longer be read. */
  EVENT_DELETED;

  /** Whether events of this type are signals of the moment, which no timeline keeps. */
  public boolean isEphemeral() {
    return this == TYPING || this == PRESENCE;
  }

  /** The type of an event that says {@code content} and nothing else. */
  public static EventType of(EventContent content) {
    return switch (content) {
      case EditContent _ -> EDIT;
      case DeleteContent _ -> DELETE;
      case SystemContent _ -> SYSTEM;
      default -> MESSAGE;
    };
  }

  /**
   * Checks that an event of this type may carry {@code content}.
   *
   * @throws InvalidInputException if an edit carries no edit, or a delete no delete
   */
  void requireContent(String field, EventContent content) {
    boolean fits =
        switch (this) {
          case EDIT -> content instanceof EditContent;
          case DELETE -> content instanceof DeleteContent;
          default -> true;
        };
    if (!fits) {
      String wanted = this == EDIT ? "an EditContent" : "a DeleteContent";
      throw new InvalidInputException(
          field,
          "is a " + content.getClass().getSimpleName() + " in an event of type " + name(),
          null,
          "give it " + wanted + ", or use another event type");
    }
  }
}
