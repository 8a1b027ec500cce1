package dev.turnwise.model;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Valid instances of every public record of the model, made by reflection, so that a test over all
 * of them also covers records and components that are added later.
 */
public final class RecordSamples {
  public static final UUID ID = UUID.fromString("0198c2a4-7b1e-7c3d-8f00-0123456789ab");
  public static final Instant TIME = Instant.parse("2026-03-04T05:06:07.123456Z");

  /** Values that the rules of a record ask for, by record and component. */
  private static final Map<String, Object> SPECIAL =
      Map.of(
          "ChannelType.name",
          "custom:pager",
          "RoomEvent.status",
          EventStatus.BLOCKED,
          "RoomEvent.deliveryResults",
          Map.of("sample-channelId", DeliveryResult.sent("sample-channelId", "m1")));

  private RecordSamples() {}

  /** One component of one record. */
  public record Component(Class<?> owner, RecordComponent component) {
    public String snakeName() {
      return snake(component.getName());
    }

    public boolean isNullable() {
      return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    /** The sample of the owner with this component replaced. */
    public Object ownerWith(@Nullable Object value) {
      @Nullable Object[] values = values(owner);
      values[index()] = value;
      return create(owner, values);
    }

    public Object of(Object instance) {
      return get(instance, component);
    }

    private int index() {
      return Arrays.stream(owner.getRecordComponents())
          .map(RecordComponent::getName)
          .toList()
          .indexOf(component.getName());
    }

    @Override
    public String toString() {
      return owner.getSimpleName() + "." + component.getName();
    }
  }

  public static Stream<Class<?>> records() {
    File folder = new File(Room.class.getResource("Room.class").getPath()).getParentFile();
    return Arrays.stream(folder.list())
        .filter(name -> name.endsWith(".class") && name.indexOf('$') < 0)
        .<Class<?>>map(name -> load(name.substring(0, name.length() - ".class".length())))
        .filter(type -> type.isRecord() && java.lang.reflect.Modifier.isPublic(type.getModifiers()))
        .sorted((a, b) -> a.getSimpleName().compareTo(b.getSimpleName()));
  }

  public static Stream<Component> components() {
    return records()
        .flatMap(
            type -> Arrays.stream(type.getRecordComponents()).map(c -> new Component(type, c)));
  }

  /** An instance with every component set. */
  public static Object full(Class<?> type) {
    return create(type, values(type));
  }

  /** An instance with null wherever the rules allow it. */
  public static Object sparse(Class<?> type) {
    @Nullable Object[] values = values(type);
    RecordComponent[] components = type.getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      @Nullable Object kept = values[i];
      if (new Component(type, components[i]).isNullable()) {
        values[i] = null;
        if (!isCreatable(type, values)) {
          values[i] = kept;
        }
      }
    }
    return create(type, values);
  }

  public static String snake(String camel) {
    return camel.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  static Object get(Object instance, RecordComponent component) {
    try {
      return component.getAccessor().invoke(instance);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("reflection", e);
    }
  }

  private static boolean isCreatable(Class<?> type, @Nullable Object[] values) {
    try {
      create(type, values);
      return true;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static Object create(Class<?> type, @Nullable Object... values) {
    try {
      return type.getDeclaredConstructor(
              Arrays.stream(type.getRecordComponents())
                  .map(RecordComponent::getType)
                  .toArray(Class<?>[]::new))
          .newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refusal) {
        throw refusal;
      }
      throw new AssertionError(e);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("reflection", e);
    }
  }

  private static @Nullable Object[] values(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .map(
            c ->
                SPECIAL.getOrDefault(
                    type.getSimpleName() + "." + c.getName(),
                    value(c.getGenericType(), c.getName())))
        .toArray();
  }

  private static Object value(Type type, String name) {
    return switch (type) {
      case ParameterizedType list when list.getRawType() == List.class ->
          new ArrayList<>(List.of(value(list.getActualTypeArguments()[0], name)));
      case ParameterizedType _ -> json();
      case Class<?> c when c == String.class -> "sample-" + name;
      case Class<?> c when c == int.class || c == Integer.class -> 3;
      case Class<?> c when c == long.class || c == Long.class -> 3_000_000_000L;
      case Class<?> c when c == double.class || c == Double.class -> 1.25;
      case Class<?> c when c == boolean.class -> true;
      case Class<?> c when c == UUID.class -> ID;
      case Class<?> c when c == Instant.class -> TIME;
      case Class<?> c when c == Duration.class -> Duration.ofMillis(90_500);
      case Class<?> c when c.isEnum() -> c.getEnumConstants()[0];
      case Class<?> c when c == EventContent.class -> full(TextContent.class);
      case Class<?> c when c == ChannelData.class -> full(SmsChannelData.class);
      case Class<?> c when c.isRecord() -> full(c);
      default -> throw new AssertionError("no sample for " + type + " " + name);
    };
  }

  /** JSON-like data with every kind of value, mutable at every level. */
  public static Map<String, Object> json() {
    Map<String, Object> inner = new HashMap<>();
    inner.put("big", BigInteger.TWO.pow(100));
    inner.put("nothing", null);
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("text", "t");
    map.put("list", new ArrayList<>(Arrays.asList(1, 2.5, true, null, inner)));
    map.put("long", 5_000_000_000L);
    return map;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName("dev.turnwise.model." + name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
