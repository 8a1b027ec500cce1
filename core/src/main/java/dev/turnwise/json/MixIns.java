package dev.turnwise.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import dev.turnwise.model.Button;
import dev.turnwise.model.Card;
import dev.turnwise.model.DeleteType;
import dev.turnwise.model.MediaType;
import dev.turnwise.model.QuickReply;
import java.util.List;
import tools.jackson.databind.annotation.JsonAppend;

/**
 * What Jackson is told about records beyond their components. A number is required where Jackson
 * would otherwise read an absent one as 0; a list may be absent where null means nothing.
 */
interface MixIns {
  @JsonTypeInfo(
      use = JsonTypeInfo.Id.NAME,
      include = JsonTypeInfo.As.EXISTING_PROPERTY,
      property = "type")
  @JsonAppend(
      prepend = true,
      props =
          @JsonAppend.Prop(value = ContentTypeProperty.class, name = "type", type = String.class))
  interface Content {}

  /** The plain name is taken by the property that tells contents apart. */
  interface Delete {
    @JsonProperty("delete_type")
    DeleteType type();
  }

  interface WithButtons {
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<Button> buttons();
  }

  interface Rich extends WithButtons {
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<Card> cards();

    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<QuickReply> quickReplies();
  }

  interface Location {
    @JsonProperty(required = true)
    double latitude();

    @JsonProperty(required = true)
    double longitude();
  }

  interface Event {
    @JsonProperty(required = true)
    long index();
  }

  interface Counted {
    @JsonProperty(required = true)
    long latestIndex();

    @JsonProperty(required = true)
    long deliveredIndex();
  }

  interface Capabilities {
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<MediaType> mediaTypes();

    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<String> supportedMediaTypes();
  }

  interface Connected {
    @JsonSetter(nulls = Nulls.AS_EMPTY)
    List<String> connectedVia();
  }
}
