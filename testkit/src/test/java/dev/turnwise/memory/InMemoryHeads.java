package dev.turnwise.memory;

import dev.turnwise.store.CursorStep;
import dev.turnwise.testkit.contract.HeadTampering;

/** Reaches into the in-memory store's heads and timelines. */
final class InMemoryHeads implements HeadTampering {

  private final InMemoryStore store;

  InMemoryHeads(InMemoryStore store) {
    this.store = store;
  }

  @Override
  public void setGated(String roomId, boolean gated) {
    store.inRoom(roomId, room -> room.head().setGated(gated));
  }

  @Override
  public void setTurnFence(String roomId, long fence) {
    store.inRoom(roomId, room -> room.head().setTurnFence(fence));
  }

  @Override
  public void setDeliveryEpoch(String roomId, long epoch) {
    store.inRoom(roomId, room -> room.head().setDeliveryEpoch(epoch));
  }

  @Override
  public void setDeliveredIndex(String roomId, long index) {
    store.inRoom(
        roomId,
        room -> room.head().moveCursor(new CursorStep(room.head().deliveredIndex(), index, 0)));
  }

  @Override
  public void loseIndices(String roomId, int count) {
    store.inRoom(
        roomId,
        room -> {
          for (int i = 0; i < count; i++) {
            room.head().takeIndex();
          }
        });
  }

  @Override
  public void loseEvent(String roomId, long index) {
    store.inRoom(
        roomId,
        room ->
            room.timeline().all().stream()
                .filter(event -> event.index() == index)
                .toList()
                .forEach(room::remove));
  }
}
