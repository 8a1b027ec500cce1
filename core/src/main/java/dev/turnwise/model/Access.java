package dev.turnwise.model;

/** What a channel may do in a room. */
public enum Access {
  READ_WRITE(true, true),
  READ_ONLY(true, false),
  WRITE_ONLY(false, true),
  /** The binding exists and is inactive. */
  NONE(false, false);

  private final boolean readable;
  private final boolean writable;

  Access(boolean readable, boolean writable) {
    this.readable = readable;
    this.writable = writable;
  }

  /** Whether the channel sees what others write. */
  public boolean canRead() {
    return readable;
  }

  /** Whether what the channel writes is accepted. */
  public boolean canWrite() {
    return writable;
  }
}
