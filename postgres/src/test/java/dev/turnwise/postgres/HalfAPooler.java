package dev.turnwise.postgres;

import dev.turnwise.testkit.server.LocalPorts;
import dev.turnwise.testkit.server.PostgresDsn;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Treats the start of a connection as poolers in transaction mode do: refuses the {@code options},
 * or keeps them to itself. Then it passes everything on.
 */
final class HalfAPooler implements AutoCloseable {

  enum Manner {
    REFUSES_OPTIONS,
    SWALLOWS_OPTIONS
  }

  private final ServerSocket listener;
  private final PostgresDsn server;
  private final Manner manner;

  private HalfAPooler(ServerSocket listener, PostgresDsn server, Manner manner) {
    this.listener = listener;
    this.server = server;
    this.manner = manner;
  }

  static HalfAPooler before(String dsn, Manner manner) throws IOException {
    HalfAPooler pooler =
        new HalfAPooler(LocalPorts.listen(), PostgresDsn.parse("dsn", dsn), manner);
    Thread.startVirtualThread(pooler::acceptAll);
    return pooler;
  }

  String dsn() {
    return server
        .withAddress("127.0.0.1", listener.getLocalPort())
        // The start is to be read here.
        .withParameter("sslmode", "disable")
        .withParameter("gssEncMode", "disable")
        .jdbcUrl();
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket client = listener.accept();
        Thread.startVirtualThread(() -> serve(client));
      }
    } catch (IOException closed) {
      // By close().
    }
  }

  private void serve(Socket client) {
    try (client) {
      DataInputStream start = new DataInputStream(client.getInputStream());
      byte[] message = start.readNBytes(start.readInt() - 4);
      List<String> words = words(message);
      if (manner == Manner.REFUSES_OPTIONS && words.contains("options")) {
        refuse(client);
        return;
      }
      words.subList(words.indexOf("options"), words.indexOf("options") + 2).clear();
      try (Socket backend = new Socket(server.host(), server.port())) {
        backend.getOutputStream().write(startMessage(message, words));
        Thread.startVirtualThread(() -> copy(client, backend));
        backend.getInputStream().transferTo(client.getOutputStream());
      }
    } catch (IOException gone) {
      // One of the two, and with it the other.
    }
  }

  private static void copy(Socket from, Socket to) {
    try (to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException gone) {
      // As above.
    }
  }

  /** Names and values in turn, behind four bytes of version and before a zero. */
  private static List<String> words(byte[] message) {
    String text = new String(message, 4, message.length - 5, StandardCharsets.UTF_8);
    return new ArrayList<>(List.of(text.split("\0")));
  }

  private static byte[] startMessage(byte[] original, List<String> words) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.write(original, 0, 4);
    for (String word : words) {
      body.write((word + "\0").getBytes(StandardCharsets.UTF_8));
    }
    body.write(0);
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    new DataOutputStream(message).writeInt(body.size() + 4);
    body.writeTo(message);
    return message.toByteArray();
  }

  private static void refuse(Socket client) throws IOException {
    byte[] fields =
        "SFATAL\0C08P01\0Munsupported startup parameter: options\0\0"
            .getBytes(StandardCharsets.UTF_8);
    DataOutputStream out = new DataOutputStream(client.getOutputStream());
    out.writeByte('E');
    out.writeInt(fields.length + 4);
    out.write(fields);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
