package dev.turnwise.error;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Input that breaks a rule of the model. Nothing was stored; the same input fails again. */
public final class InvalidInputException extends TurnwiseException {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String problem;
  private final @Nullable String limit;
  private final String remedy;

  /**
   * @param field path of the field in snake_case, for example {@code event.metadata.order.note}
   * @param problem what is wrong with it, continuing the sentence that the field begins
   * @param limit the limit that was broken, if there is one
   * @param remedy what to do about it, as an instruction
   */
  public InvalidInputException(
      String field, String problem, @Nullable String limit, String remedy) {
    this(field, problem, limit, remedy, null);
  }

  /** As the other constructor, with the error that revealed the problem. */
  public InvalidInputException(
      String field,
      String problem,
      @Nullable String limit,
      String remedy,
      @Nullable Throwable cause) {
    super(
        ErrorCode.INVALID_INPUT,
        message(field, problem, limit, remedy),
        facts(field, problem, limit, remedy),
        cause);
    this.field = field;
    this.problem = problem;
    this.limit = limit;
    this.remedy = remedy;
  }

  /** Path of the offending field. */
  public String field() {
    return field;
  }

  /** The same error reported for a field that lies under {@code path}. */
  public InvalidInputException at(String path) {
    return new InvalidInputException(path, problem, limit, remedy, this);
  }

  private static String message(
      String field, String problem, @Nullable String limit, String remedy) {
    String bound = limit == null ? "" : " (limit: " + limit + ")";
    return field + " " + problem + bound + ": " + remedy;
  }

  private static Map<String, Object> facts(
      String field, String problem, @Nullable String limit, String remedy) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("field", field);
    facts.put("problem", problem);
    if (limit != null) {
      facts.put("limit", limit);
    }
    facts.put("remedy", remedy);
    return facts;
  }
}
