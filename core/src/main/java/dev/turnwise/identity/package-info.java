/**
 * Who is behind a sender's address: persons across channels, and how a message's sender is resolved
 * to one.
 *
 * <p>May depend on {@code model}, {@code error}.
 */
@NullMarked
package dev.turnwise.identity;

import org.jspecify.annotations.NullMarked;
