package dev.turnwise.testkit.fault;

import dev.turnwise.testkit.server.LocalPorts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Sends back what it gets, remembers it, and reports how each of its connections ended. */
final class EchoServer implements AutoCloseable {
  private final ServerSocket listener = LocalPorts.listen();
  private final Thread acceptor;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();

  /** {@code end} for an orderly end, else the message of the failure. */
  final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

  EchoServer() throws IOException {
    acceptor = Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  synchronized String received() {
    return received.toString(StandardCharsets.UTF_8);
  }

  private synchronized void remember(byte[] bytes, int length) {
    received.write(bytes, 0, length);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = listener.accept();
        Thread.ofVirtual().start(() -> echo(socket));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  private void echo(Socket socket) {
    try (socket) {
      var bytes = new byte[64 * 1024];
      for (int length; (length = socket.getInputStream().read(bytes)) >= 0; ) {
        remember(bytes, length);
        socket.getOutputStream().write(bytes, 0, length);
      }
      ends.add("end");
    } catch (IOException failure) {
      ends.add(String.valueOf(failure.getMessage()));
    }
  }

  /** The system takes connections until the thread that accepts them has returned from there. */
  @Override
  public void close() throws IOException {
    listener.close();
    try {
      acceptor.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
