package dev.turnwise.error;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A setting is missing or wrong; raised before anything is started. */
public final class ConfigurationException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param key path of the setting, for example {@code store.dsn}
   * @param problem what is wrong with it, continuing the sentence; never the value of a secret
   * @param remedy what to do about it, as an instruction
   */
  public ConfigurationException(
      String key, String problem, String remedy, @Nullable Throwable cause) {
    super(
        ErrorCode.CONFIGURATION,
        key + " " + problem + ": " + remedy,
        Map.of("key", key, "problem", problem, "remedy", remedy),
        cause);
  }

  /** As the other constructor, without a cause. */
  public ConfigurationException(String key, String problem, String remedy) {
    this(key, problem, remedy, null);
  }
}
