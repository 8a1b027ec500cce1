package dev.turnwise.postgres;

import dev.turnwise.json.TurnwiseJson;
import dev.turnwise.model.Access;
import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.ChannelCapabilities;
import dev.turnwise.model.ChannelCategory;
import dev.turnwise.model.ChannelDirection;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.RateLimit;
import dev.turnwise.model.RetryPolicy;
import dev.turnwise.model.Visibility;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Bindings as rows. */
final class BindingRows {

  private static final Sql PUT = Sql.of("put-binding");
  private static final Sql CHANGE = Sql.of("change-binding");

  private BindingRows() {}

  static ChannelBinding read(Row row) throws SQLException {
    String rateLimit = row.textOrNull("rate_limit");
    String retryPolicy = row.textOrNull("retry_policy");
    return new ChannelBinding(
        row.text("room_id"),
        row.text("channel_id"),
        new ChannelType(row.text("channel_type")),
        row.constant("category", ChannelCategory.class),
        row.constant("direction", ChannelDirection.class),
        row.constant("access", Access.class),
        row.flag("muted"),
        row.flag("output_muted"),
        Visibility.parse(row.text("visibility")),
        row.textOrNull("participant_id"),
        row.time("attached_at"),
        TurnwiseJson.read(
            "binding.capabilities", row.text("capabilities"), ChannelCapabilities.class),
        rateLimit == null
            ? null
            : TurnwiseJson.read("binding.rate_limit", rateLimit, RateLimit.class),
        retryPolicy == null
            ? null
            : TurnwiseJson.read("binding.retry_policy", retryPolicy, RetryPolicy.class),
        EventRows.readMap("binding.metadata", row.text("metadata")));
  }

  static boolean isDetached(Row row) throws SQLException {
    return !row.isNull("detached_at");
  }

  /** Attaches a channel; the time is the database's. */
  static void attach(
      Connection connection, String roomId, ChannelBinding binding, boolean roomIsOpen)
      throws SQLException {
    try (Call call = PUT.on(connection)) {
      bindChangeable(call, binding)
          .text("room_id", roomId)
          .flag("is_open", roomIsOpen)
          .text("channel_type", binding.channelType().name())
          .text("category", binding.category().name())
          .text("direction", binding.direction().name())
          .text("participant_id", binding.participantId())
          .text("capabilities", TurnwiseJson.write(binding.capabilities()))
          .text("rate_limit", jsonOrNull(binding.rateLimit()))
          .text("retry_policy", jsonOrNull(binding.retryPolicy()))
          .update();
    }
  }

  static void change(Connection connection, ChannelBinding binding) throws SQLException {
    try (Call call = CHANGE.on(connection)) {
      bindChangeable(call, binding).update();
    }
  }

  private static Call bindChangeable(Call call, ChannelBinding binding) throws SQLException {
    return call.text("room_id", binding.roomId())
        .text("channel_id", binding.channelId())
        .text("access", binding.access().name())
        .flag("muted", binding.muted())
        .flag("output_muted", binding.outputMuted())
        .text("visibility", binding.visibility().scope())
        .text("metadata", EventRows.json(binding.metadata()));
  }

  private static @Nullable String jsonOrNull(@Nullable Object value) {
    return value == null ? null : TurnwiseJson.write(value);
  }
}
