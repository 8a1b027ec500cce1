package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.turnwise.error.ConfigurationException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Between store and server there must be nothing that loses the settings that a session starts
 * with.
 */
class PoolerTest {

  /** What a fake pooler does with the connection of a client, after its start-up packet. */
  private interface Behaviour {
    void serve(Socket client, byte[] startup) throws IOException;
  }

  private final TestDatabase database = new TestDatabase();
  private ServerSocket listener;

  @BeforeEach
  void listen() throws IOException {
    listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void close() throws IOException {
    listener.close();
    database.close();
  }

  @Test
  void onePoolerRefusesThemAndIsNamedAsTheProblem() {
    behave(PoolerTest::refuse);

    assertInitBlamesThePooler();
  }

  @Test
  void anotherPoolerSwallowsThemAndIsFoundOut() {
    behave(this::forwardWithoutOptions);

    assertInitBlamesThePooler();
  }

  private void assertInitBlamesThePooler() {
    PostgresDsn direct = PostgresDsn.parse(database.dsn());
    String dsn =
        "postgresql://%s:%s@127.0.0.1:%d/%s?sslmode=disable&gssencmode=disable"
            .formatted(
                direct.user(), direct.password(), listener.getLocalPort(), direct.database());
    try (PostgresStore store = PostgresStore.at(dsn)) {
      assertThatThrownBy(store::init)
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("127.0.0.1:" + listener.getLocalPort())
          .hasMessageContaining("pooler in transaction mode")
          .hasMessageContaining("session mode");
    }
  }

  private void behave(Behaviour behaviour) {
    Thread.ofVirtual()
        .start(
            () -> {
              while (!listener.isClosed()) {
                try {
                  Socket client = listener.accept();
                  Thread.ofVirtual().start(() -> serve(client, behaviour));
                } catch (IOException closed) {
                  // The listener is closed when the test ends.
                }
              }
            });
  }

  private static void serve(Socket client, Behaviour behaviour) {
    try (client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      behaviour.serve(client, in.readNBytes(in.readInt() - 4));
    } catch (IOException gone) {
      // The client has what it wanted.
    }
  }

  /** As PgBouncer does by default. */
  private static void refuse(Socket client, byte[] startup) throws IOException {
    byte[] fields =
        "SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0"
            .getBytes(StandardCharsets.US_ASCII);
    OutputStream out = client.getOutputStream();
    out.write(ByteBuffer.allocate(5).put((byte) 'E').putInt(fields.length + 4).array());
    out.write(fields);
    out.flush();
  }

  /** As PgBouncer does when told to ignore them. */
  private void forwardWithoutOptions(Socket client, byte[] startup) throws IOException {
    String fields = new String(startup, StandardCharsets.ISO_8859_1);
    byte[] rest =
        fields.replaceFirst("\0options\0[^\0]*\0", "\0").getBytes(StandardCharsets.ISO_8859_1);
    PostgresDsn.Server server = PostgresDsn.parse(database.dsn()).servers().getFirst();
    try (Socket backend = new Socket(server.host(), server.port())) {
      OutputStream out = backend.getOutputStream();
      out.write(ByteBuffer.allocate(4).putInt(rest.length + 4).array());
      out.write(rest);
      out.flush();
      Thread.ofVirtual().start(() -> pipe(client, backend));
      pipe(backend, client);
    }
  }

  private static void pipe(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException gone) {
      // One side has hung up, which ends the other.
    }
  }
}
