package dev.turnwise;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.lock.RoomLockManager;
import dev.turnwise.store.ConversationStore;
import dev.turnwise.store.StoreTraits;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at combinations that are safe in one process only, and says so at start-up; in strict mode
 * it refuses them.
 */
final class StartupChecks {

  private static final Logger LOG = LoggerFactory.getLogger(StartupChecks.class);

  private StartupChecks() {}

  /**
   * @throws ConfigurationException in strict mode, for the first combination that is unsafe across
   *     processes
   */
  static void run(ConversationStore store, RoomLockManager locks, boolean strict) {
    for (String warning : warnings(store.traits(), locks)) {
      if (strict) {
        throw new ConfigurationException(
            "lock_manager", "is unsafe here. " + warning, "or build without strict mode");
      }
      LOG.warn(warning);
    }
  }

  static List<String> warnings(StoreTraits store, RoomLockManager locks) {
    List<String> warnings = new ArrayList<>();
    if (store.persistent() && !locks.shared()) {
      warnings.add(
          store.name()
              + " is paired with "
              + locks.name()
              + ". That is safe in a single process only: when several processes share the store, their hooks decide about"
              + " the same room side by side, and decisions are thrown away and made again. Use a lock manager that"
              + " excludes other processes, such as PostgresAdvisoryLockManager.");
    }
    if (!store.shared() && locks.shared()) {
      warnings.add(
          store.name()
              + " is paired with "
              + locks.name()
              + ". The locks reach other processes, but the store does not: each process has rooms of its own."
              + " Use a shared store such as PostgresStore.");
    }
    return warnings;
  }
}
