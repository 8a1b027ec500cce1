package dev.turnwise.postgres;

import dev.turnwise.model.EventType;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reading timelines, a page at a time. */
final class TimelineQueries {

  /** A way to the events of a page, by the index that leads to them in their order, either way. */
  private record Path(Sql upwards, Sql downwards) {
    static final Path ROOM = by("true");
    static final Path THREAD = by("parent_event_id = :parent_event_id");
    static final Path CORRELATION = by("correlation_id = :correlation_id");
    static final Path CORRELATION_IN_THREAD =
        by("parent_event_id = :parent_event_id AND correlation_id = :correlation_id");

    private static Path by(String condition) {
      return new Path(
          Sql.of("page", Map.of("path", condition, "beyond", ">", "order", "ASC")),
          Sql.of("page", Map.of("path", condition, "beyond", "<", "order", "DESC")));
    }

    static Path of(EventQuery query) {
      if (query.parentEventId().isPresent()) {
        return query.correlationId().isPresent() ? CORRELATION_IN_THREAD : THREAD;
      }
      return query.correlationId().isPresent() ? CORRELATION : ROOM;
    }

    Sql sql(boolean isUpwards) {
      return isUpwards ? upwards : downwards;
    }
  }

  /** A row of a page: the head's columns in each, one event in each, or none. */
  private record Line(long timelineEnd, long timelineEpoch, @Nullable RoomEvent event) {
    static Line read(Row row) throws SQLException {
      return new Line(
          row.number("timeline_end"),
          row.number("timeline_epoch"),
          row.isNull("id") ? null : EventRows.read(row));
    }
  }

  private static final long NO_ROOM = 0;

  private final Database database;
  private final ServerIdentity identity = new ServerIdentity();

  TimelineQueries(Database database) {
    this.database = database;
  }

  EventPage page(EventQuery query) {
    return database.read(
        "reading a timeline",
        connection -> {
          String server = identity.of(connection);
          return page(query, lines(connection, query), server);
        });
  }

  private static List<Line> lines(Connection connection, EventQuery query) throws SQLException {
    Path path = Path.of(query);
    boolean isUpwards = query.window() instanceof EventQuery.Window.After;
    try (Call call = path.sql(isUpwards).on(connection)) {
      call.text("room_id", query.roomId())
          .text("reader", reader(query))
          .number("index", edge(query.window()))
          .number("limit", query.limit() + 1L)
          .texts(
              "types",
              query.types().isEmpty()
                  ? null
                  : query.types().stream().map(EventType::name).toArray());
      if (query.parentEventId().isPresent()) {
        UUID parent = query.parentEventId().get();
        call.uuid("parent_event_id", parent);
      }
      if (query.correlationId().isPresent()) {
        call.text("correlation_id", query.correlationId().get());
      }
      return call.list(Line::read);
    }
  }

  private static @Nullable String reader(EventQuery query) {
    return switch (query.reader()) {
      case EventQuery.Reader.Host() -> null;
      case EventQuery.Reader.OfChannel(String channelId) -> channelId;
    };
  }

  private static long edge(EventQuery.Window window) {
    return switch (window) {
      case EventQuery.Window.After(long index) -> index;
      case EventQuery.Window.Before(long index) -> index;
      case EventQuery.Window.Latest() -> Long.MAX_VALUE;
    };
  }

  private static EventPage page(EventQuery query, List<Line> lines, String server) {
    if (lines.isEmpty()) {
      return new EventPage(List.of(), false, -1, NO_ROOM + "-" + server);
    }
    List<RoomEvent> events = new ArrayList<>();
    for (Line line : lines) {
      if (line.event() != null && events.size() < query.limit()) {
        events.add(line.event());
      }
    }
    boolean hasMore = lines.size() > query.limit();
    boolean isUpwards = query.window() instanceof EventQuery.Window.After;
    Line any = lines.getFirst();
    return new EventPage(
        isUpwards ? events : events.reversed(),
        hasMore,
        any.timelineEnd() - 1,
        any.timelineEpoch() + "-" + server);
  }
}
