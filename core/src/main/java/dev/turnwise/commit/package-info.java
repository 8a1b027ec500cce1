/**
 * The commit path: one queue a room, gates, and one conditional statement for everything that
 * waits.
 *
 * <p>Read {@code Committer} first. May depend on {@code store}, {@code model}, {@code result},
 * {@code runtime}, {@code error}.
 */
@NullMarked
package dev.turnwise.commit;

import org.jspecify.annotations.NullMarked;
