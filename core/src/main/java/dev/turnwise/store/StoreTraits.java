package dev.turnwise.store;

/**
 * Kind of a store.
 *
 * @param name class-like name for messages ("PostgresStore")
 * @param persistent whether data outlives the process
 * @param shared whether several processes may use the same data at once
 */
public record StoreTraits(String name, boolean persistent, boolean shared) {}
