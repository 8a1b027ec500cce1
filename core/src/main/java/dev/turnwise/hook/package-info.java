/**
 * Application code at fixed points of the engine: registration, order, timeouts, and what it may
 * decide.
 *
 * <p>May depend on {@code store}, {@code observe}, {@code identity}, {@code model}, {@code
 * runtime}, {@code error}.
 */
@NullMarked
package dev.turnwise.hook;

import org.jspecify.annotations.NullMarked;
