/**
 * Workers as real processes: JVMs that can be stopped, continued and killed.
 *
 * <p>Depends on nothing but the JDK.
 */
@NullMarked
package dev.turnwise.testkit.cluster;

import org.jspecify.annotations.NullMarked;
