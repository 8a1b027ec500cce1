/**
 * The test kit's common ground; its parts live in the packages below.
 *
 * <p>May depend on core; the contract suites alone use a test framework.
 */
@NullMarked
package dev.turnwise.testkit;

import org.jspecify.annotations.NullMarked;
