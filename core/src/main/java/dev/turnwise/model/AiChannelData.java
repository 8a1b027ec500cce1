package dev.turnwise.model;

import org.jspecify.annotations.Nullable;

/**
 * Facts about an answer of a model.
 *
 * @param model the model that wrote it
 * @param agentName the agent it speaks for
 * @param tokensUsed tokens it cost
 * @param latencyMs milliseconds it took
 */
public record AiChannelData(
    String model, @Nullable String agentName, @Nullable Long tokensUsed, @Nullable Double latencyMs)
    implements ChannelData {
  public AiChannelData {
    Checks.requireText("channel_data.model", model);
    Checks.optionalText("channel_data.agent_name", agentName);
    Checks.optionalNotNegative("channel_data.tokens_used", tokensUsed);
    latencyMs = Checks.optionalAmount("channel_data.latency_ms", latencyMs);
  }
}
