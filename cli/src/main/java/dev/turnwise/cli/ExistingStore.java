package dev.turnwise.cli;

import dev.turnwise.error.SchemaException;
import dev.turnwise.postgres.PostgresStore;
import java.util.function.Function;

/** A database that some worker or command has prepared before. */
final class ExistingStore {

  private ExistingStore() {}

  /** Does something with it; on a database that is not prepared, the error says how to. */
  static <T> T use(String dsn, Function<PostgresStore, T> work) {
    try (PostgresStore store = PostgresStore.at(dsn)) {
      return work.apply(store);
    } catch (SchemaException unfit) {
      throw new SchemaException(
          String.valueOf(unfit.details().get("problem")),
          "check that it is the right database; 'turnwise store init --dsn …' creates or upgrades the schema",
          unfit);
    }
  }
}
