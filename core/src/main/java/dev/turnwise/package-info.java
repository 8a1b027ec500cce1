/**
 * The entry point: {@code Turnwise} and its builder, which wire everything.
 *
 * <p>May depend on every package of core; none of them depends on it.
 */
@NullMarked
package dev.turnwise;

import org.jspecify.annotations.NullMarked;
