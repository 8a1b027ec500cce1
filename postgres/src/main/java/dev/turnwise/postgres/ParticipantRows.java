package dev.turnwise.postgres;

import dev.turnwise.json.TurnwiseJson;
import dev.turnwise.model.Identification;
import dev.turnwise.model.Participant;
import dev.turnwise.model.ParticipantRole;
import dev.turnwise.model.ParticipantStatus;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Participants as rows. */
final class ParticipantRows {

  private ParticipantRows() {}

  static Participant read(Row row) throws SQLException {
    return new Participant(
        row.text("participant_id"),
        row.text("room_id"),
        row.text("channel_id"),
        row.textOrNull("display_name"),
        row.constant("role", ParticipantRole.class),
        row.constant("status", ParticipantStatus.class),
        row.constant("identification", Identification.class),
        row.textOrNull("identity_id"),
        row.textsOrNull("candidates"),
        row.texts("connected_via"),
        row.textOrNull("external_id"),
        row.timeOrNull("resolved_at"),
        row.textOrNull("resolved_by"),
        row.time("joined_at"),
        EventRows.readMap("participant.metadata", row.text("metadata")));
  }

  /** The channels over which a participant has been reached, the primary one included. */
  static List<String> via(Participant participant) {
    Set<String> channels = new LinkedHashSet<>(participant.connectedVia());
    channels.add(participant.channelId());
    return new ArrayList<>(channels);
  }

  /**
   * What a commit needs to insert a new sender, beyond id and channels. Read by the server only if
   * it is new.
   */
  static String senderJson(Participant sender) {
    Map<String, @Nullable Object> record = new LinkedHashMap<>();
    record.put("channel_id", sender.channelId());
    record.put("display_name", sender.displayName());
    record.put("role", sender.role().name());
    record.put("status", sender.status().name());
    record.put("identification", sender.identification().name());
    record.put("identity_id", sender.identityId());
    record.put("candidates", sender.candidates());
    record.put("external_id", sender.externalId());
    record.put("resolved_at", sender.resolvedAt() == null ? null : sender.resolvedAt().toString());
    record.put("resolved_by", sender.resolvedBy());
    record.put("metadata", sender.metadata());
    return TurnwiseJson.write(record);
  }

  /** Gives a statement everything but the time of joining. */
  static Call bind(Call call, Participant participant) throws SQLException {
    return bindUntimed(call, participant).time("resolved_at", participant.resolvedAt());
  }

  /** Gives a statement everything but its times. */
  static Call bindUntimed(Call call, Participant participant) throws SQLException {
    return call.text("room_id", participant.roomId())
        .text("participant_id", participant.id())
        .text("channel_id", participant.channelId())
        .text("display_name", participant.displayName())
        .text("role", participant.role().name())
        .text("status", participant.status().name())
        .text("identification", participant.identification().name())
        .text("identity_id", participant.identityId())
        .text("candidates", TextArrays.literal(participant.candidates()))
        .text("connected_via", TextArrays.literal(participant.connectedVia()))
        .text("external_id", participant.externalId())
        .text("resolved_by", participant.resolvedBy())
        .text("metadata", EventRows.json(participant.metadata()));
  }
}
