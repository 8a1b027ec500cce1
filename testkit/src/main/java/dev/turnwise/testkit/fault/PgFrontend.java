package dev.turnwise.testkit.fault;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Reads what a PostgreSQL client sends on one connection, in chunks of any size, and tells of each
 * Sync or Query that it waits after.
 *
 * <p>A client that waits sends nothing more, so the message is the last of its chunk. One with more
 * behind it in the same chunk was sent ahead: so the JDBC driver sends BEGIN as a Query of its own,
 * together with the first statement.
 *
 * <p>Every message is a type byte, then a length that counts itself, then content. The first ones
 * have no type: requests for encryption, which the server may decline, and the start-up packet.
 */
final class PgFrontend implements Consumer<ByteBuffer> {
  private static final int TYPE_BYTES = 1;
  private static final int LENGTH_BYTES = 4;
  private static final int SSL_REQUEST = 80_877_103;
  private static final int GSS_REQUEST = 80_877_104;
  private static final int CANCEL_REQUEST = 80_877_102;
  private static final int MAJOR_VERSION = 3;

  private enum State {
    /** Before the start-up packet: expects a length and a code. */
    STARTING,
    /** Expects a type and a length. */
    RUNNING,
    /** Nothing more is of interest, or nothing more can be read. */
    DONE
  }

  private final Runnable onRoundTrip;
  private final Runnable onUnreadable;
  private final ByteBuffer header = ByteBuffer.allocate(2 * LENGTH_BYTES);
  private State state = State.STARTING;
  private long toSkip;

  /** Whether the message being read is a Sync or Query. */
  private boolean asksForReadiness;

  PgFrontend(Runnable onRoundTrip, Runnable onUnreadable) {
    this.onRoundTrip = onRoundTrip;
    this.onUnreadable = onUnreadable;
    header.limit(2 * LENGTH_BYTES);
  }

  @Override
  public void accept(ByteBuffer chunk) {
    while (chunk.hasRemaining() && state != State.DONE) {
      if (toSkip > 0) {
        int skipped = (int) Math.min(toSkip, chunk.remaining());
        chunk.position(chunk.position() + skipped);
        toSkip -= skipped;
      } else {
        asksForReadiness = false;
        header.put(chunk.get());
        if (!header.hasRemaining()) {
          header.flip();
          readHeader();
        }
      }
    }
    if (asksForReadiness && toSkip == 0) {
      asksForReadiness = false;
      onRoundTrip.run();
    }
  }

  private void readHeader() {
    if (state == State.STARTING) {
      readStart(header.getInt(), header.getInt());
    } else {
      readMessage((char) header.get(), header.getInt());
    }
    header.clear();
    header.limit(state == State.STARTING ? 2 * LENGTH_BYTES : TYPE_BYTES + LENGTH_BYTES);
  }

  private void readStart(int length, int code) {
    if (code == SSL_REQUEST || code == GSS_REQUEST) {
      // Declined, the client starts over; granted, what follows is no start-up packet.
      skip(length - 2 * LENGTH_BYTES);
    } else if (code == CANCEL_REQUEST) {
      state = State.DONE;
    } else if (code >>> 16 == MAJOR_VERSION) {
      state = State.RUNNING;
      skip(length - 2 * LENGTH_BYTES);
    } else {
      giveUp();
    }
  }

  private void readMessage(char type, int length) {
    asksForReadiness = type == 'S' || type == 'Q';
    skip(length - LENGTH_BYTES);
  }

  private void skip(int bytes) {
    if (bytes < 0) {
      giveUp();
    } else {
      toSkip = bytes;
    }
  }

  private void giveUp() {
    state = State.DONE;
    onUnreadable.run();
  }
}
