/**
 * The command line, the only place that prints.
 *
 * <p>May depend on every module; nothing depends on it.
 */
@NullMarked
package dev.turnwise.cli;

import org.jspecify.annotations.NullMarked;
