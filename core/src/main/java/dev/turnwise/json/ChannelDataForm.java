package dev.turnwise.json;

import dev.turnwise.model.ChannelData;
import java.util.Map;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ser.std.StdSerializer;

/** Channel data by way of {@link ChannelDataMaps}, which knows what may be lost: nothing. */
interface ChannelDataForm {
  /** Writes the map of channel data. */
  final class Writer extends StdSerializer<ChannelData> {
    Writer() {
      super(ChannelData.class);
    }

    @Override
    public void serialize(ChannelData data, JsonGenerator out, SerializationContext context) {
      context.writeValue(out, ChannelDataMaps.toMap(data));
    }
  }

  /** Makes channel data of a map. */
  final class Reader extends StdDeserializer<ChannelData> {
    Reader() {
      super(ChannelData.class);
    }

    @Override
    @SuppressWarnings("unchecked") // a map read from JSON has strings as keys
    public ChannelData deserialize(JsonParser in, DeserializationContext context) {
      return in.currentToken() == JsonToken.START_OBJECT
          ? ChannelDataMaps.fromMap(context.readValue(in, Map.class))
          : (ChannelData) context.handleUnexpectedToken(getValueType(context), in);
    }
  }
}
