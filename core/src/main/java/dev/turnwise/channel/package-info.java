/**
 * What the engine asks of a channel, and how an inbound message finds its room.
 *
 * <p>May depend on {@code model}, {@code error}.
 */
@NullMarked
package dev.turnwise.channel;

import org.jspecify.annotations.NullMarked;
