package dev.turnwise.testkit.sim;

/**
 * A promise that a simulated run broke.
 *
 * @param rule which one: a rule of the history checker by its wire name, or one of {@link
 *     SimulationRule}
 * @param example what happened, in words
 */
public record Breach(String rule, String example) {}
