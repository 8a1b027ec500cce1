package dev.turnwise.postgres;

import dev.turnwise.store.IdempotencyKey;
import dev.turnwise.store.KeyOwner;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** Idempotency keys outside of commits. */
final class KeyQueries {

  private static final HexFormat HEX = HexFormat.of();
  private static final Sql OWNERS = Sql.of("key-owners");
  private static final Sql PURGE = Sql.of("purge-keys");

  private final Database database;

  KeyQueries(Database database) {
    this.database = database;
  }

  /** R3: a statement of its own, whose snapshot sees the winners of all conflicts before it. */
  Map<IdempotencyKey, KeyOwner> owners(Collection<IdempotencyKey> keys) {
    if (keys.isEmpty()) {
      return Map.of();
    }
    byte[][] hashes = hashes(keys);
    return database.read(
        "looking up idempotency keys",
        connection -> {
          Map<IdempotencyKey, KeyOwner> owners = new HashMap<>();
          try (Call call = OWNERS.on(connection)) {
            call.blobs("key_hashes", hashes)
                .list(
                    row ->
                        owners.put(
                            new IdempotencyKey(HEX.formatHex(row.bytes("key_hash"))), owner(row)));
          }
          return owners;
        });
  }

  /** Keys as they are stored. */
  static byte[][] hashes(Collection<IdempotencyKey> keys) {
    return keys.stream().map(key -> HEX.parseHex(key.hash())).toArray(byte[][]::new);
  }

  private static KeyOwner owner(Row row) throws SQLException {
    return new KeyOwner(
        row.uuid("event_id"),
        row.text("payload_hash"),
        row.isNull("id") ? Optional.empty() : Optional.of(EventRows.read(row)));
  }

  int purgeExpired(int limit) {
    return database.write(
        Failures.Write.of(
            "deleting expired idempotency keys", "the deletion of expired idempotency keys"),
        connection -> {
          try (Call call = PURGE.on(connection)) {
            return call.number("limit", limit).update();
          }
        });
  }
}
