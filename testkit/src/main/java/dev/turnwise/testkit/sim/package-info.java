/**
 * A simulator that runs several engines over one store in one process, one task at a time, in an
 * order that a seed decides; and the scenario that it proves. Depends on core, on {@code history}
 * and {@code fake}, and on no test framework.
 */
@NullMarked
package dev.turnwise.testkit.sim;

import org.jspecify.annotations.NullMarked;
