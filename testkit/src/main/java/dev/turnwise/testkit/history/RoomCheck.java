package dev.turnwise.testkit.history;

/** Holds some rules against one room after the other. */
interface RoomCheck {
  void check(RoomHistory room, Tally tally);
}
