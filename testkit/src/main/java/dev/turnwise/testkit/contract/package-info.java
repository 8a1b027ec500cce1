/**
 * What every implementation of a core interface must do, as abstract test classes to extend.
 *
 * <p>May depend on core, {@code testkit.fake}, JUnit, AssertJ and Awaitility.
 */
@NullMarked
package dev.turnwise.testkit.contract;

import org.jspecify.annotations.NullMarked;
