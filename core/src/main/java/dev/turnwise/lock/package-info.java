/**
 * Locks on rooms: they add order and spare work; the store's conditions are what keeps the timeline
 * correct.
 *
 * <p>May depend on {@code runtime}, {@code error}.
 */
@NullMarked
package dev.turnwise.lock;

import org.jspecify.annotations.NullMarked;
