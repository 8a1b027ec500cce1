/**
 * Framework events: what the engine tells the host about itself, without ever waiting for it.
 *
 * <p>May depend on {@code model}, {@code result}, {@code runtime}, {@code error}.
 */
@NullMarked
package dev.turnwise.observe;

import org.jspecify.annotations.NullMarked;
