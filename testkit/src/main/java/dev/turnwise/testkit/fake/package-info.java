/**
 * Short ways to make rooms, events and batches for tests.
 *
 * <p>May depend on core.
 */
@NullMarked
package dev.turnwise.testkit.fake;

import org.jspecify.annotations.NullMarked;
