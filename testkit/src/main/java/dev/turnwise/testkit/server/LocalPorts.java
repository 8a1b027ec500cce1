package dev.turnwise.testkit.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds free ports on the loopback address for servers that are stopped and started again.
 *
 * <p>The ports lie below the range from which the system serves outgoing connections (32768 on
 * Linux, 49152 elsewhere). Otherwise a client that keeps knocking on a stopped server could be
 * given the server's own port as its source port, and would then be connected with itself.
 */
public final class LocalPorts {
  private static final int FIRST = 20_000;
  private static final int END = 32_000;
  private static final int ATTEMPTS = 200;

  private LocalPorts() {}

  /** The address that every server of the test kit listens on: 127.0.0.1. */
  public static InetAddress address() {
    return InetAddress.ofLiteral("127.0.0.1");
  }

  /**
   * Opens a listening socket on a free port.
   *
   * @throws IOException when no port was free in 200 attempts
   */
  public static ServerSocket listen() throws IOException {
    IOException last = new IOException("no free port");
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        return listen(ThreadLocalRandom.current().nextInt(FIRST, END));
      } catch (IOException taken) {
        last = taken;
      }
    }
    throw new IOException(
        "none of %d ports tried between %d and %d is free".formatted(ATTEMPTS, FIRST, END), last);
  }

  /** Opens a listening socket on this port, also right after another one on it was closed. */
  public static ServerSocket listen(int port) throws IOException {
    var socket = new ServerSocket();
    try {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address(), port));
      return socket;
    } catch (IOException taken) {
      socket.close();
      throw taken;
    }
  }

  /** A port that was free a moment ago; whoever binds it must be ready to find it taken. */
  static int free() throws IOException {
    try (var socket = listen()) {
      return socket.getLocalPort();
    }
  }
}
