package dev.turnwise.identity;

import dev.turnwise.model.ChannelType;
import dev.turnwise.model.InboundMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A sender to be identified.
 *
 * @param message its message
 * @param channelType the type of the channel that it came through
 * @param roomId the room that the message goes to
 * @param organizationId the organisation in which addresses count
 * @param candidates who it may be, when that is open
 */
public record IdentityQuestion(
    InboundMessage message,
    ChannelType channelType,
    String roomId,
    @Nullable String organizationId,
    List<Identity> candidates) {

  public IdentityQuestion {
    candidates = List.copyOf(candidates);
  }

  public IdentityQuestion withCandidates(List<Identity> newCandidates) {
    return new IdentityQuestion(message, channelType, roomId, organizationId, newCandidates);
  }
}
