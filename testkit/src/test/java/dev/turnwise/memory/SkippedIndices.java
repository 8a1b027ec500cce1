package dev.turnwise.memory;

/** Spoils an in-memory store's numbering, as a wrong commit statement would. */
public final class SkippedIndices {

  private SkippedIndices() {}

  /** Takes indices for which there will be no events. */
  public static void skip(InMemoryStore store, String roomId, long count) {
    store.inRoom(
        roomId,
        room -> {
          for (long i = 0; i < count; i++) {
            room.head().takeIndex();
          }
        });
  }
}
