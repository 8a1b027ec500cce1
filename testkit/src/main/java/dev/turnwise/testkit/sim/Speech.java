package dev.turnwise.testkit.sim;

import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import java.util.Optional;

/** What simulated messages say, by which hooks, store and checks recognise each other's doings. */
enum Speech {
  PLAIN,
  /** Hooks block it. */
  BAD,
  /** Hooks rewrite it. */
  RUDE,
  /** Hooks put an event behind it, through their context. */
  QUESTION,
  /** Hooks put an event behind it, by what looks like an ordinary send. */
  CALL,
  /** Hooks take their time over it. */
  LONG,
  /** The store cannot take it. */
  POISON;

  static final String OP = "op";

  /** Mark of a hook: the worker that it decided in. */
  static final String MODERATED_BY = "moderated_by";

  /** Mark of a hook: the end of the timeline as it saw it. */
  static final String SEEN = "seen";

  static final String REWRITTEN = "rewritten";

  private static final String REPLY = "reply to ";

  String text(String caller) {
    return name() + " by " + caller;
  }

  /** How an event was said, or edited to say; empty if its text is none of these. */
  static Optional<Speech> of(RoomEvent event) {
    return of(event.content() instanceof EditContent edit ? edit.newContent() : event.content());
  }

  private static Optional<Speech> of(EventContent said) {
    if (said instanceof TextContent content) {
      for (Speech speech : values()) {
        if (content.text().startsWith(speech.name() + " ")) {
          return Optional.of(speech);
        }
      }
    }
    return Optional.empty();
  }

  boolean isAnswered() {
    return this == QUESTION || this == CALL;
  }

  /** What a hook injects behind an event. */
  static String reply(RoomEvent event) {
    return REPLY + event.id();
  }

  static boolean isReply(RoomEvent event) {
    return event.content() instanceof TextContent content && content.text().startsWith(REPLY);
  }
}
