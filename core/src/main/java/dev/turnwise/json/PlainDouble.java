package dev.turnwise.json;

import java.math.BigDecimal;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes doubles without exponent and with a decimal point. A database that keeps JSON numbers as
 * decimals returns {@code 1.0E7} as {@code 10000000}, a whole number, but {@code 10000000.0} as it
 * was.
 */
final class PlainDouble extends StdSerializer<Double> {
  PlainDouble() {
    super(Double.class);
  }

  @Override
  public void serialize(Double value, JsonGenerator out, SerializationContext context) {
    String text = value.toString();
    if (text.indexOf('E') >= 0) {
      BigDecimal exact = new BigDecimal(text);
      text = (exact.scale() <= 0 ? exact.setScale(1) : exact).toPlainString();
    }
    out.writeNumber(text);
  }
}
