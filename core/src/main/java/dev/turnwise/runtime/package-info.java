/**
 * The one seam through which core forks, waits and reads time, so that a simulator can take it
 * over.
 *
 * <p>May depend on {@code error} only.
 */
@NullMarked
package dev.turnwise.runtime;

import org.jspecify.annotations.NullMarked;
