/**
 * Benchmarks and their baselines.
 *
 * <p>May depend on core, the backends and the test kit.
 */
@NullMarked
package dev.turnwise.bench;

import org.jspecify.annotations.NullMarked;
