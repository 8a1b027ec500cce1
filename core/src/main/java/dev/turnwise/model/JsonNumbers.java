package dev.turnwise.model;

import dev.turnwise.error.InvalidInputException;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The normal form of numbers in JSON-like data.
 *
 * <p>A store writes numbers as decimal text and cannot remember Java's types, so equality would
 * otherwise depend on whether data had been stored. Digits are bounded because a short text such as
 * {@code 1e1000000000} stands for a number that no memory holds.
 */
final class JsonNumbers {
  /** Most digits before plus after the decimal point. */
  static final int MAX_DIGITS = 1000;

  private static final BigInteger INT_MIN = BigInteger.valueOf(Integer.MIN_VALUE);
  private static final BigInteger INT_MAX = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final int LONG_BITS = 63;
  private static final int MAX_BITS = 3322;

  private JsonNumbers() {}

  static Number normal(JsonPath path, Number number) {
    return switch (number) {
      case Integer i -> i;
      case Long l -> l == l.intValue() ? (Number) l.intValue() : l;
      case BigInteger big -> whole(path, big);
      case BigDecimal decimal -> decimal(path, decimal);
      case Double d -> floating(path, d);
      case Float f -> floating(path, Double.parseDouble(finite(path, f).toString()));
      default ->
          throw new InvalidInputException(
              path.toString(),
              "is a " + number.getClass().getName(),
              null,
              "use Integer, Long, BigInteger, Double, Float or BigDecimal");
    };
  }

  private static Number whole(JsonPath path, BigInteger big) {
    if (big.bitLength() > MAX_BITS) {
      throw tooLong(path);
    }
    if (big.compareTo(INT_MIN) >= 0 && big.compareTo(INT_MAX) <= 0) {
      return big.intValue();
    }
    return big.bitLength() <= LONG_BITS ? (Number) big.longValue() : big;
  }

  private static Number decimal(JsonPath path, BigDecimal decimal) {
    long digits = Math.max(decimal.precision(), Math.abs((long) decimal.scale()));
    if (digits > MAX_DIGITS || decimal.precision() - (long) decimal.scale() > MAX_DIGITS) {
      throw tooLong(path);
    }
    if (decimal.scale() <= 0) {
      return whole(path, decimal.toBigIntegerExact());
    }
    double nearest = decimal.doubleValue();
    return new BigDecimal(Double.toString(nearest)).compareTo(decimal) == 0
        ? (Number) (nearest + 0.0)
        : decimal;
  }

  /** Adding zero turns -0.0, which decimal text in a database cannot tell from 0.0, into it. */
  private static Double floating(JsonPath path, Double value) {
    return finite(path, value) + 0.0;
  }

  private static <N extends Number> N finite(JsonPath path, N value) {
    if (!Double.isFinite(value.doubleValue())) {
      throw new InvalidInputException(
          path.toString(), "is " + value, null, "use a finite number, JSON knows no other");
    }
    return value;
  }

  private static InvalidInputException tooLong(JsonPath path) {
    return new InvalidInputException(
        path.toString(),
        "is a number with too many digits",
        MAX_DIGITS + " digits",
        "round it, or send it as text");
  }
}
