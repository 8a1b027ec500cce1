package dev.turnwise.error;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The database schema is missing, damaged, or not ours to read. Nothing was changed. */
public final class SchemaException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  /**
   * @param problem what is wrong with the schema
   * @param remedy what to do about it, as an instruction
   */
  public SchemaException(String problem, String remedy, @Nullable Throwable cause) {
    super(
        ErrorCode.SCHEMA,
        problem + ": " + remedy,
        Map.of("problem", problem, "remedy", remedy),
        cause);
  }
}
