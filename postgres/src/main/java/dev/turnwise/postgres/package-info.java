/**
 * The PostgreSQL backend: store, schema and connections.
 *
 * <p>Sees core's interfaces only ({@code store}, {@code lock}, {@code model}, {@code json}, {@code
 * runtime}, {@code error}).
 */
@NullMarked
package dev.turnwise.postgres;

import org.jspecify.annotations.NullMarked;
