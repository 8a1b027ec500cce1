package dev.turnwise.hook;

/** A registered hook; closing it is idempotent, and lets a call that is running come to its end. */
@FunctionalInterface
public interface HookRegistration extends AutoCloseable {
  @Override
  void close();
}
