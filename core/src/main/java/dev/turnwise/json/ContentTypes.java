package dev.turnwise.json;

import dev.turnwise.model.AudioContent;
import dev.turnwise.model.CompositeContent;
import dev.turnwise.model.DeleteContent;
import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.LocationContent;
import dev.turnwise.model.MediaContent;
import dev.turnwise.model.RichContent;
import dev.turnwise.model.SystemContent;
import dev.turnwise.model.TemplateContent;
import dev.turnwise.model.TextContent;
import dev.turnwise.model.VideoContent;
import tools.jackson.databind.jsontype.NamedType;

/** The names by which JSON tells contents apart. */
enum ContentTypes {
  TEXT(TextContent.class, "text"),
  RICH(RichContent.class, "rich"),
  MEDIA(MediaContent.class, "media"),
  LOCATION(LocationContent.class, "location"),
  AUDIO(AudioContent.class, "audio"),
  VIDEO(VideoContent.class, "video"),
  COMPOSITE(CompositeContent.class, "composite"),
  SYSTEM(SystemContent.class, "system"),
  TEMPLATE(TemplateContent.class, "template"),
  EDIT(EditContent.class, "edit"),
  DELETE(DeleteContent.class, "delete");

  private final Class<? extends EventContent> variant;
  private final String wire;

  ContentTypes(Class<? extends EventContent> variant, String wire) {
    this.variant = variant;
    this.wire = wire;
  }

  String wire() {
    return wire;
  }

  NamedType named() {
    return new NamedType(variant, wire);
  }

  static ContentTypes of(EventContent content) {
    return switch (content) {
      case TextContent _ -> TEXT;
      case RichContent _ -> RICH;
      case MediaContent _ -> MEDIA;
      case LocationContent _ -> LOCATION;
      case AudioContent _ -> AUDIO;
      case VideoContent _ -> VIDEO;
      case CompositeContent _ -> COMPOSITE;
      case SystemContent _ -> SYSTEM;
      case TemplateContent _ -> TEMPLATE;
      case EditContent _ -> EDIT;
      case DeleteContent _ -> DELETE;
    };
  }
}
