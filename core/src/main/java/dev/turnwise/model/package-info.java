/**
 * The data of conversations: immutable, validated records that every other package passes around.
 * Depends on {@code dev.turnwise.error} and the JDK only; knows nothing of JSON libraries or
 * stores.
 */
@NullMarked
package dev.turnwise.model;

import org.jspecify.annotations.NullMarked;
