package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import dev.turnwise.error.Quoted;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which channels may see an event.
 *
 * <p>A scope is {@code all}, {@code none}, {@code transport}, {@code intelligence}, or channel ids
 * separated by commas. It is kept in canonical form: ids stripped, blanks and repeats dropped. The
 * keywords are whole scopes; among several ids they are refused rather than guessed at.
 *
 * @param scope the scope in canonical form
 */
public record Visibility(String scope) {
  public static final Visibility ALL = new Visibility("all");

  /** In the timeline, seen by no channel. */
  public static final Visibility NONE = new Visibility("none");

  public static final Visibility TRANSPORT = new Visibility("transport");
  public static final Visibility INTELLIGENCE = new Visibility("intelligence");

  private static final String FIELD = "visibility";

  public Visibility {
    scope = canonical(Checks.requireText(FIELD, scope));
  }

  /** Seen by these channels only. */
  public static Visibility of(String... channelIds) {
    for (String id : channelIds) {
      Checks.requireSourceChannelId(FIELD, id);
    }
    return new Visibility(String.join(",", channelIds));
  }

  /** The visibility that {@code scope} describes. */
  public static Visibility parse(String scope) {
    return switch (scope) {
      case "all" -> ALL;
      case "none" -> NONE;
      case "transport" -> TRANSPORT;
      case "intelligence" -> INTELLIGENCE;
      default -> new Visibility(scope);
    };
  }

  /** Whether a channel of this id and category may see what has this visibility. */
  public boolean allows(String channelId, ChannelCategory category) {
    return switch (scope) {
      case "all" -> true;
      case "none" -> false;
      case "transport" -> category == ChannelCategory.TRANSPORT;
      case "intelligence" -> category == ChannelCategory.INTELLIGENCE;
      default -> names(channelId);
    };
  }

  @Override
  public String toString() {
    return scope;
  }

  /** Compares token by token in place: history filters call this for every event they read. */
  private boolean names(String channelId) {
    int from = 0;
    while (from <= scope.length()) {
      int comma = scope.indexOf(',', from);
      int to = comma < 0 ? scope.length() : comma;
      if (to - from == channelId.length() && scope.startsWith(channelId, from)) {
        return true;
      }
      from = to + 1;
    }
    return false;
  }

  private static String canonical(String scope) {
    List<String> tokens = new ArrayList<>();
    for (String token : scope.split(",", -1)) {
      String id = token.strip();
      if (!id.isEmpty()) {
        tokens.add(id);
      }
    }
    if (tokens.isEmpty()) {
      throw new InvalidInputException(
          FIELD, "names no channel: " + Quoted.of(scope), null, "use 'none' to show it to nobody");
    }
    boolean keyword = tokens.size() == 1 && scope.indexOf(',') < 0;
    if (keyword && Channels.VISIBILITY_KEYWORDS.contains(tokens.getFirst())) {
      return tokens.getFirst();
    }
    return ids(tokens);
  }

  private static String ids(List<String> tokens) {
    Set<String> ids = new LinkedHashSet<>();
    for (String token : tokens) {
      ids.add(Checks.requireSourceChannelId(FIELD, token));
    }
    Checks.requireRange(FIELD + ".size", ids.size(), 1, Checks.MAX_IDS);
    return String.join(",", ids);
  }
}
