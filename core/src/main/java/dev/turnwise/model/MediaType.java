package dev.turnwise.model;

/** A kind of content that a channel can show. */
public enum MediaType {
  TEXT,
  RICH,
  MEDIA,
  AUDIO,
  VIDEO,
  LOCATION,
  TEMPLATE
}
