/**
 * The history of a run as one observer saw it, its file format, and the checker that proves from it
 * what rooms promise. Depends on core's errors and value checks and on Jackson, on no store.
 */
@NullMarked
package dev.turnwise.testkit.history;

import org.jspecify.annotations.NullMarked;
