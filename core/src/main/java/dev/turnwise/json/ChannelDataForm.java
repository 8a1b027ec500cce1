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

  /** Makes channel data of a map, of any kind or of one. */
  final class Reader<D extends ChannelData> extends StdDeserializer<D> {
    private final Class<D> kind;

    Reader(Class<D> kind) {
      super(kind);
      this.kind = kind;
    }

    @Override
    @SuppressWarnings("unchecked") // a map read from JSON has strings as keys
    public D deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken() == JsonToken.START_OBJECT) {
        ChannelData data = ChannelDataMaps.fromMap(context.readValue(in, Map.class));
        if (kind.isInstance(data)) {
          return kind.cast(data);
        }
      }
      return kind.cast(context.handleUnexpectedToken(getValueType(context), in));
    }
  }
}
