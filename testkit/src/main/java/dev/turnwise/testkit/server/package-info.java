/**
 * Real servers for tests, demos and benchmarks: PostgreSQL from Maven artifacts, or the user's own.
 *
 * <p>May depend on core's errors, the JDBC driver and the archive libraries; never on a backend.
 */
@NullMarked
package dev.turnwise.testkit.server;

import org.jspecify.annotations.NullMarked;
