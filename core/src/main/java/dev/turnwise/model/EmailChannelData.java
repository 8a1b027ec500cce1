package dev.turnwise.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Facts about an e-mail.
 *
 * @param fromAddress its sender
 * @param toAddresses its recipients
 * @param cc those who get a copy
 * @param subject its subject
 * @param threadId the thread it belongs to
 * @param htmlBody its body as HTML
 */
public record EmailChannelData(
    String fromAddress,
    List<String> toAddresses,
    List<String> cc,
    @Nullable String subject,
    @Nullable String threadId,
    @Nullable String htmlBody)
    implements ChannelData {
  public EmailChannelData {
    Checks.requireText("channel_data.from_address", fromAddress);
    toAddresses = Checks.requireTexts("channel_data.to_addresses", toAddresses);
    cc = Checks.requireTexts("channel_data.cc", cc);
    Checks.optionalText("channel_data.subject", subject);
    Checks.optionalText("channel_data.thread_id", threadId);
    Checks.optionalText("channel_data.html_body", htmlBody);
  }
}
