package dev.turnwise.json;

import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Value types that are a JSON string. */
interface TextForm {
  /** Writes the text of a value. */
  final class Writer<T> extends StdSerializer<T> {
    private final Function<T, String> toText;

    Writer(Class<T> type, Function<T, String> toText) {
      super(type);
      this.toText = toText;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializationContext context) {
      out.writeString(toText.apply(value));
    }
  }

  /** Makes a value of a text. */
  final class Reader<T> extends StdDeserializer<T> {
    private final Function<String, T> fromText;

    Reader(Class<T> type, Function<String, T> fromText) {
      super(type);
      this.fromText = fromText;
    }

    @Override
    @SuppressWarnings("unchecked") // what handleUnexpectedToken returns, if anything, is a T
    public T deserialize(JsonParser in, DeserializationContext context) {
      return in.currentToken() == JsonToken.VALUE_STRING
          ? fromText.apply(in.getString())
          : (T) context.handleUnexpectedToken(getValueType(context), in);
    }
  }
}
