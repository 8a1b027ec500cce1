/**
 * The demo: chat logs replayed by worker processes, some of them killed, and the proof afterwards.
 *
 * <p>May depend on every module but not on the commands; prints nothing.
 */
@NullMarked
package dev.turnwise.cli.demo;

import org.jspecify.annotations.NullMarked;
