/**
 * Network faults on demand: a TCP proxy that cuts, delays and withholds, and counts round trips.
 *
 * <p>May depend on {@code testkit.server} for free ports; knows nothing of stores or rooms.
 */
@NullMarked
package dev.turnwise.testkit.fault;

import org.jspecify.annotations.NullMarked;
