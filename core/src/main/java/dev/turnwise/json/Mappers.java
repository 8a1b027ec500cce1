package dev.turnwise.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.turnwise.model.AiChannelData;
import dev.turnwise.model.Card;
import dev.turnwise.model.ChannelCapabilities;
import dev.turnwise.model.ChannelData;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.DeleteContent;
import dev.turnwise.model.EmailChannelData;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.GenericChannelData;
import dev.turnwise.model.LocationContent;
import dev.turnwise.model.Participant;
import dev.turnwise.model.Position;
import dev.turnwise.model.RichContent;
import dev.turnwise.model.Room;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.SmsChannelData;
import dev.turnwise.model.Visibility;
import dev.turnwise.model.WhatsAppChannelData;
import java.util.Map;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MutableCoercionConfig;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/** Configures Jackson for the model, so that the model itself needs no annotation. */
final class Mappers {
  /**
   * Content nests at most 5 deep at two levels each, around data of at most 32, inside an event.
   */
  static final int MAX_DEPTH = 64;

  /**
   * A number of the model has at most 1,000 digits on either side; sign, point and zero come on
   * top.
   */
  static final int MAX_NUMBER_CHARS = 1100;

  static final int MAX_STRING_CHARS = 16 * 1024 * 1024;

  private Mappers() {}

  static JsonMapper standard() {
    return builder().build();
  }

  /** Sorted keys at every level, so that equal values have equal bytes. */
  static JsonMapper canonical() {
    return builder()
        .disable(MapperFeature.SORT_CREATOR_PROPERTIES_FIRST)
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .build();
  }

  private static JsonMapper.Builder builder() {
    JsonMapper.Builder builder = JsonMapper.builder(factory());
    reading(builder);
    writing(builder);
    for (ContentTypes type : ContentTypes.values()) {
      builder.registerSubtypes(type.named());
    }
    return mixIns(builder)
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
        .addModule(valueTypes());
  }

  private static JsonFactory factory() {
    StreamReadConstraints constraints =
        StreamReadConstraints.builder()
            .maxNestingDepth(MAX_DEPTH)
            .maxNumberLength(MAX_NUMBER_CHARS)
            .maxStringLength(MAX_STRING_CHARS)
            .build();
    return JsonFactory.builder().streamReadConstraints(constraints).build();
  }

  private static void reading(JsonMapper.Builder builder) {
    builder
        .enable(
            DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
            DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
        .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .withCoercionConfig(LogicalType.Textual, Mappers::refuseNonText)
        .withConfigOverride(
            Map.class, map -> map.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
  }

  private static void refuseNonText(MutableCoercionConfig text) {
    text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
        .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
  }

  /** Only properties are left out when null; a null inside metadata is data. */
  private static void writing(JsonMapper.Builder builder) {
    builder
        .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
        .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
        .changeDefaultPropertyInclusion(
            _ ->
                JsonInclude.Value.construct(
                    JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS));
  }

  private static JsonMapper.Builder mixIns(JsonMapper.Builder builder) {
    return builder
        .addMixIn(EventContent.class, MixIns.Content.class)
        .addMixIn(DeleteContent.class, MixIns.Delete.class)
        .addMixIn(RichContent.class, MixIns.Rich.class)
        .addMixIn(Card.class, MixIns.WithButtons.class)
        .addMixIn(LocationContent.class, MixIns.Location.class)
        .addMixIn(RoomEvent.class, MixIns.Event.class)
        .addMixIn(Room.class, MixIns.Counted.class)
        .addMixIn(ChannelCapabilities.class, MixIns.Capabilities.class)
        .addMixIn(Participant.class, MixIns.Connected.class);
  }

  private static SimpleModule valueTypes() {
    SimpleModule module = new SimpleModule("turnwise");
    addReader(module, ChannelData.class);
    addReader(module, SmsChannelData.class);
    addReader(module, EmailChannelData.class);
    addReader(module, WhatsAppChannelData.class);
    addReader(module, AiChannelData.class);
    addReader(module, GenericChannelData.class);
    return module
        .addSerializer(
            ChannelType.class, new TextForm.Writer<>(ChannelType.class, ChannelType::name))
        .addDeserializer(
            ChannelType.class, new TextForm.Reader<>(ChannelType.class, ChannelType::parse))
        .addSerializer(Visibility.class, new TextForm.Writer<>(Visibility.class, Visibility::scope))
        .addDeserializer(
            Visibility.class, new TextForm.Reader<>(Visibility.class, Visibility::parse))
        .addSerializer(Position.class, new TextForm.Writer<>(Position.class, Position::toString))
        .addDeserializer(Position.class, new TextForm.Reader<>(Position.class, Position::parse))
        .addSerializer(ChannelData.class, new ChannelDataForm.Writer())
        .addSerializer(Double.class, new PlainDouble())
        .addSerializer(double.class, new PlainDouble());
  }

  private static <D extends ChannelData> void addReader(SimpleModule module, Class<D> kind) {
    module.addDeserializer(kind, new ChannelDataForm.Reader<>(kind));
  }
}
