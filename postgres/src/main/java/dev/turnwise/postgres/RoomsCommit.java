package dev.turnwise.postgres;

import dev.turnwise.model.Participant;
import dev.turnwise.store.Append;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The commit of many events of one room, or of several rooms: one statement, one round trip.
 *
 * <p>Rooms and events travel as parallel arrays and are told apart by their ordinals, from 1 on, in
 * what comes back.
 */
final class RoomsCommit {

  private static final Sql ONE_ROOM = Sql.of("commit-rooms", Map.of("if_locked", ""));
  private static final Sql SEVERAL_ROOMS =
      Sql.of("commit-rooms", Map.of("if_locked", "SKIP LOCKED"));
  private static final Placement KEY_TAKEN = new Placement.KeyTaken();

  private final List<RoomCommit> rooms;
  private final List<Append> appends = new ArrayList<>();
  private final List<Long> roomOfAppend = new ArrayList<>();

  /**
   * Positions in the batch by position in the statement, where rooms stand in the order of their
   * ids.
   */
  private final List<Integer> order = new ArrayList<>();

  private RoomsCommit(List<RoomCommit> batch) {
    for (int i = 0; i < batch.size(); i++) {
      order.add(i);
    }
    order.sort(Comparator.comparing(i -> batch.get(i).roomId()));
    this.rooms = order.stream().map(batch::get).toList();
    for (int room = 0; room < rooms.size(); room++) {
      appends.addAll(rooms.get(room).appends());
      roomOfAppend.addAll(Collections.nCopies(rooms.get(room).appends().size(), room + 1L));
    }
  }

  /** Outcomes in the order of the rooms given. */
  static List<RoomOutcome> run(Connection connection, List<RoomCommit> batch) throws SQLException {
    return new RoomsCommit(batch).run(connection);
  }

  private List<RoomOutcome> run(Connection connection) throws SQLException {
    Sql statement = rooms.size() == 1 ? ONE_ROOM : SEVERAL_ROOMS;
    try (Call call = statement.on(connection)) {
      bindRooms(call);
      call.numbers("message_rooms", roomOfAppend.toArray(Long[]::new));
      EventArrays.bind(call, appends);
      bindSenders(call);
      return outcomes(call);
    }
  }

  private void bindRooms(Call call) throws SQLException {
    call.texts("room_ids", column(RoomCommit::roomId, String[]::new))
        .flags("opens", column(room -> room.conditions().open(), Boolean[]::new))
        .flags("ungateds", column(room -> room.conditions().ungated(), Boolean[]::new))
        .numbers("config_versions", numbers(room -> Heads.boxed(room.conditions().configVersion())))
        .numbers("next_indices", numbers(room -> Heads.boxed(room.conditions().nextIndex())))
        .numbers("turn_fences", numbers(room -> Heads.boxed(room.conditions().turnFence())))
        .numbers(
            "step_froms", numbers(room -> room.step().map(step -> (Long) step.from()).orElse(null)))
        .numbers(
            "step_tos", numbers(room -> room.step().map(step -> (Long) step.to()).orElse(null)))
        .numbers(
            "step_epochs",
            numbers(room -> room.step().map(step -> (Long) step.epoch()).orElse(null)));
  }

  private <T> T[] column(Function<RoomCommit, T> value, IntFunction<T[]> array) {
    return rooms.stream().map(value).toArray(array);
  }

  private @Nullable Long @Nullable [] numbers(Function<RoomCommit, @Nullable Long> value) {
    @Nullable Long[] column = new Long[rooms.size()];
    boolean filled = false;
    for (int i = 0; i < column.length; i++) {
      column[i] = value.apply(rooms.get(i));
      filled |= column[i] != null;
    }
    return filled ? column : null;
  }

  private void bindSenders(Call call) throws SQLException {
    List<Long> roomOfSender = new ArrayList<>();
    List<Participant> senders = new ArrayList<>();
    for (int room = 0; room < rooms.size(); room++) {
      senders.addAll(rooms.get(room).senders());
      roomOfSender.addAll(Collections.nCopies(rooms.get(room).senders().size(), room + 1L));
    }
    if (senders.isEmpty()) {
      String[] none = null;
      call.numbers("sender_rooms", null)
          .texts("sender_ids", none)
          .texts("sender_vias", none)
          .texts("senders", none);
      return;
    }
    call.numbers("sender_rooms", roomOfSender.toArray(Long[]::new))
        .texts("sender_ids", senders.stream().map(Participant::id).toList())
        .texts(
            "sender_vias",
            senders.stream().map(ParticipantRows::via).map(TextArrays::literal).toArray())
        .texts("senders", senders.stream().map(ParticipantRows::senderJson).toList());
  }

  private List<RoomOutcome> outcomes(Call call) throws SQLException {
    Placement[] placements = new Placement[appends.size()];
    Arrays.fill(placements, KEY_TAKEN);
    @Nullable RoomOutcome[] refused = new RoomOutcome[rooms.size()];
    call.list(
        row -> {
          if (!row.flag("locked")) {
            refused[(int) row.number("room_ord") - 1] =
                row.flag("looks_free") && rooms.size() > 1
                    ? new RoomOutcome.Skipped()
                    : new RoomOutcome.Unmatched();
          } else if (!row.isNull("ord")) {
            int at = (int) row.number("ord") - 1;
            placements[at] = stored(row, appends.get(at));
          }
          return true;
        });
    return inBatchOrder(placements, refused);
  }

  private static Placement stored(Row row, Append append) throws SQLException {
    return new Placement.Stored(
        append.event().withIndex(row.number("index"), row.time("created_at")), List.of());
  }

  private List<RoomOutcome> inBatchOrder(Placement[] placements, @Nullable RoomOutcome[] refused) {
    RoomOutcome[] outcomes = new RoomOutcome[rooms.size()];
    int from = 0;
    for (int room = 0; room < rooms.size(); room++) {
      int to = from + rooms.get(room).appends().size();
      RoomOutcome refusal = refused[room];
      outcomes[order.get(room)] =
          refusal == null
              ? new RoomOutcome.Applied(List.of(placements).subList(from, to))
              : refusal;
      from = to;
    }
    return List.of(outcomes);
  }
}
