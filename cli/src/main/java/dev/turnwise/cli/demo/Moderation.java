package dev.turnwise.cli.demo;

import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookContext;
import dev.turnwise.hook.HookFilter;
import dev.turnwise.hook.HookResult;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.TextContent;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Whether the workers of a run have hooks, and what those make of a line.
 *
 * <p>It depends on the text alone, so all workers decide the same, and so does whoever verifies the
 * rooms afterwards. Lines of the log itself pass: the hooks are for the chat's channel only.
 */
enum Moderation {
  OFF,
  ON;

  /** Name of the hook that blocks; blocked events carry it. */
  static final String WORDS_HOOK = "demo-words";

  static final String LINKS_HOOK = "demo-links";

  private static final Pattern WORDS =
      Pattern.compile(
          "(?<!\\w)(?:crap|damn|hell|idiots?|lame|stupid|sucks?|wtf)(?!\\w)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern LINKS = Pattern.compile("https?://\\S+", Pattern.CASE_INSENSITIVE);

  private static final String LINK = "[link]";
  private static final int AFTER_WORDS = 10;

  /** What becomes of a line. */
  sealed interface Ruling {
    /** The text that is stored. */
    String text();

    /** Stored with this text, the logged one or another. */
    record Pass(String text) implements Ruling {}

    /** Stored as it is, as BLOCKED. */
    record Block(String text) implements Ruling {}
  }

  static Moderation of(boolean hooks) {
    return hooks ? ON : OFF;
  }

  Ruling of(LogLine line) {
    if (this == OFF || line.kind() == LogLine.Kind.SYSTEM) {
      return new Ruling.Pass(line.text());
    }
    return WORDS.matcher(line.text()).find()
        ? new Ruling.Block(line.text())
        : new Ruling.Pass(withoutLinks(line.text()));
  }

  boolean blocks(LogLine line) {
    return of(line) instanceof Ruling.Block;
  }

  private static String withoutLinks(String text) {
    return LINKS.matcher(text).replaceAll(LINK);
  }

  /** The hooks of a worker: one that blocks, and behind it one that rewrites. */
  List<Hook> hooks() {
    return this == OFF
        ? List.of()
        : List.of(
            forTheChat(Hook.beforeBroadcast(WORDS_HOOK, Moderation::block)),
            forTheChat(Hook.beforeBroadcast(LINKS_HOOK, Moderation::rewrite))
                .withPriority(AFTER_WORDS));
  }

  /** Fails closed: a line that a slow machine let pass would look like a broken promise. */
  private static Hook forTheChat(Hook hook) {
    return hook.withFailClosed()
        .withFilter(new HookFilter(Set.of(), Set.of(IrcChannel.ID), Set.of()));
  }

  private static HookResult block(RoomEvent event, HookContext room) {
    return event.content() instanceof TextContent text && WORDS.matcher(text.text()).find()
        ? HookResult.block("a word that is not for this room")
        : HookResult.allow();
  }

  private static HookResult rewrite(RoomEvent event, HookContext room) {
    return event.content() instanceof TextContent text && LINKS.matcher(text.text()).find()
        ? HookResult.rewrite(event, new TextContent(withoutLinks(text.text())))
        : HookResult.allow();
  }
}
