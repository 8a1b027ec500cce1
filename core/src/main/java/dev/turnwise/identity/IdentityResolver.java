package dev.turnwise.identity;

/**
 * Says who a message's sender is. Runs before the commit queue, without any lock, within the
 * identity timeout; what it answers later is ignored and the sender counts as unknown. Thread-safe.
 */
@FunctionalInterface
public interface IdentityResolver {

  IdentityResult resolve(IdentityQuestion question) throws Exception;
}
