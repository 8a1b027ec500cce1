package dev.turnwise.store;

import dev.turnwise.model.RoomStatus;

/** A room timer that fired. */
public record TimerTransition(String roomId, RoomStatus from, RoomStatus to) {}
