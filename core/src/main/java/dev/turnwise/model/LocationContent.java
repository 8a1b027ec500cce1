package dev.turnwise.model;

import org.jspecify.annotations.Nullable;

/**
 * A place on earth.
 *
 * @param latitude degrees, -90 to 90
 * @param longitude degrees, -180 to 180
 * @param label its name
 * @param address its postal address
 */
public record LocationContent(
    double latitude, double longitude, @Nullable String label, @Nullable String address)
    implements EventContent {
  private static final double MAX_LATITUDE = 90;
  private static final double MAX_LONGITUDE = 180;

  public LocationContent {
    Checks.requireRange("content.latitude", latitude, -MAX_LATITUDE, MAX_LATITUDE);
    Checks.requireRange("content.longitude", longitude, -MAX_LONGITUDE, MAX_LONGITUDE);
    Checks.optionalText("content.label", label);
    Checks.optionalText("content.address", address);
    latitude += 0.0; // -0.0 becomes 0.0, as decimal text in a database makes no difference
    longitude += 0.0;
  }
}
