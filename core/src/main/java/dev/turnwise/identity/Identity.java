package dev.turnwise.identity;

import dev.turnwise.model.ChannelType;
import dev.turnwise.model.Checks;
import dev.turnwise.model.JsonValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A person as the host knows it, across channels.
 *
 * @param id the host's id
 * @param organizationId the tenant; addresses are looked up within it only
 * @param displayName a name to show
 * @param channelAddresses the person's addresses by channel type
 * @param externalId the integrator's reference
 * @param metadata the integrator's data
 */
public record Identity(
    String id,
    @Nullable String organizationId,
    @Nullable String displayName,
    Map<ChannelType, List<String>> channelAddresses,
    @Nullable String externalId,
    Map<String, Object> metadata) {

  public Identity {
    Checks.requireId("identity.id", id);
    Checks.optionalId("identity.organization_id", organizationId);
    Checks.optionalText("identity.display_name", displayName);
    Map<ChannelType, List<String>> copy = new LinkedHashMap<>();
    channelAddresses.forEach(
        (type, addresses) ->
            copy.put(type, Checks.requireIds("identity.channel_addresses", addresses)));
    channelAddresses = Map.copyOf(copy);
    Checks.optionalKey("identity.external_id", externalId);
    metadata = JsonValues.copyOf("identity.metadata", metadata);
  }

  /** A person of whom only the id is known. */
  public static Identity of(String id) {
    return new Identity(id, null, null, Map.of(), null, Map.of());
  }

  public Identity named(String newDisplayName) {
    return new Identity(id, organizationId, newDisplayName, channelAddresses, externalId, metadata);
  }
}
