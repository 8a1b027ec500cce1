package dev.turnwise.testkit.sim;

/** A simulation came to no end; says what each of its tasks was doing. */
public final class SimulationStuckException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  SimulationStuckException(String what) {
    super(what);
  }
}
