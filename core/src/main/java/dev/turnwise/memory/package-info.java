/**
 * The conversation store of one process: everything in maps, lost when the process ends.
 *
 * <p>May depend on {@code store}, {@code result}, {@code model}, {@code error}.
 */
@NullMarked
package dev.turnwise.memory;

import org.jspecify.annotations.NullMarked;
