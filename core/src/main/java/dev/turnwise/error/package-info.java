/**
 * Every error that Turnwise throws: one root, one stable code each, messages fit for a user's eyes.
 * Depends on nothing but the JDK.
 */
@NullMarked
package dev.turnwise.error;

import org.jspecify.annotations.NullMarked;
