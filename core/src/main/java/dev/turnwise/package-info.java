/**
 * The entry point: {@link dev.turnwise.Turnwise} and its builder, which wire everything below.
 *
 * <p>May depend on every package of core; nothing in core depends on it.
 */
@NullMarked
package dev.turnwise;

import org.jspecify.annotations.NullMarked;
