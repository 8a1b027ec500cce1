/**
 * The one JSON form of the model, for stores, files and the wire, built on Jackson. Depends on
 * {@code dev.turnwise.model}, {@code dev.turnwise.error} and Jackson, which nothing else in core
 * may import.
 */
@NullMarked
package dev.turnwise.json;

import org.jspecify.annotations.NullMarked;
