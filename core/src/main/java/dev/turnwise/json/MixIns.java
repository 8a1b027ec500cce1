package dev.turnwise.json;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.Nulls;
import dev.turnwise.model.AudioContent;
import dev.turnwise.model.Button;
import dev.turnwise.model.Card;
import dev.turnwise.model.CompositeContent;
import dev.turnwise.model.DeleteContent;
import dev.turnwise.model.DeleteType;
import dev.turnwise.model.EditContent;
import dev.turnwise.model.LocationContent;
import dev.turnwise.model.MediaContent;
import dev.turnwise.model.MediaType;
import dev.turnwise.model.QuickReply;
import dev.turnwise.model.RichContent;
import dev.turnwise.model.SystemContent;
import dev.turnwise.model.TemplateContent;
import dev.turnwise.model.TextContent;
import dev.turnwise.model.VideoContent;
import java.util.List;

/**
 * What Jackson is told about records beyond their components. A number is required where Jackson
 * would otherwise read an absent one as 0; a list may be absent where null means nothing.
 */
interface MixIns {
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
  @JsonSubTypes({
    @JsonSubTypes.Type(value = TextContent.class, name = "text"),
    @JsonSubTypes.Type(value = RichContent.class, name = "rich"),
    @JsonSubTypes.Type(value = MediaContent.class, name = "media"),
    @JsonSubTypes.Type(value = LocationContent.class, name = "location"),
    @JsonSubTypes.Type(value = AudioContent.class, name = "audio"),
    @JsonSubTypes.Type(value = VideoContent.class, name = "video"),
    @JsonSubTypes.Type(value = CompositeContent.class, name = "composite"),
    @JsonSubTypes.Type(value = SystemContent.class, name = "system"),
    @JsonSubTypes.Type(value = TemplateContent.class, name = "template"),
    @JsonSubTypes.Type(value = EditContent.class, name = "edit"),
    @JsonSubTypes.Type(value = DeleteContent.class, name = "delete")
  })
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
