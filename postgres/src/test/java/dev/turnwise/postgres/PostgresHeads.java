package dev.turnwise.postgres;

import dev.turnwise.testkit.contract.HeadTampering;

/** Changes rows behind the store's back. */
final class PostgresHeads implements HeadTampering {

  private final TestDatabase database;

  PostgresHeads(TestDatabase database) {
    this.database = database;
  }

  @Override
  public void setGated(String roomId, boolean gated) {
    database.run("UPDATE room_heads SET gated = ? WHERE room_id = ?", gated, roomId);
  }

  @Override
  public void setTurnFence(String roomId, long fence) {
    database.run("UPDATE room_heads SET turn_fence = ? WHERE room_id = ?", fence, roomId);
  }

  @Override
  public void setDeliveryEpoch(String roomId, long epoch) {
    database.run("UPDATE room_heads SET delivery_epoch = ? WHERE room_id = ?", epoch, roomId);
  }

  @Override
  public void setDeliveredIndex(String roomId, long index) {
    database.run("UPDATE room_heads SET delivered_index = ? WHERE room_id = ?", index, roomId);
  }

  @Override
  public void loseIndices(String roomId, int count) {
    database.run(
        "UPDATE room_heads SET next_index = next_index + ? WHERE room_id = ?", count, roomId);
  }

  @Override
  public void loseEvent(String roomId, long index) {
    database.run("DELETE FROM events WHERE room_id = ? AND index = ?", roomId, index);
  }
}
