/**
 * What callers get back: sealed results of a message, and the reasons of a refusal.
 *
 * <p>May depend on {@code model}, {@code error}.
 */
@NullMarked
package dev.turnwise.result;

import org.jspecify.annotations.NullMarked;
