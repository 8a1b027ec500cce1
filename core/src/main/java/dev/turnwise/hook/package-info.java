/**
 * Application code at fixed points of the engine: registration, order, timeouts, and what it may decide.
 *
 * <p>May depend on {@code model}, {@code observe}, {@code runtime}, {@code store}, {@code error}.
 */
@NullMarked
package dev.turnwise.hook;

import org.jspecify.annotations.NullMarked;
