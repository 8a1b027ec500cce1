/**
 * What the engine asks of a store: atomic conditional writes on a room's head, and reads of the
 * timeline.
 *
 * <p>May depend on {@code model}, {@code result}, {@code error}. Implemented by {@code memory} and
 * by the backends.
 */
@NullMarked
package dev.turnwise.store;

import org.jspecify.annotations.NullMarked;
