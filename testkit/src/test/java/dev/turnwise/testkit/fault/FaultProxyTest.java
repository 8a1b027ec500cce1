package dev.turnwise.testkit.fault;

import static dev.turnwise.testkit.fault.Direction.CLIENT_TO_SERVER;
import static dev.turnwise.testkit.fault.Direction.SERVER_TO_CLIENT;
import static dev.turnwise.testkit.fault.TrafficMatcher.anything;
import static dev.turnwise.testkit.fault.TrafficMatcher.containing;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.turnwise.error.InvalidInputException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FaultProxyTest {
  private static final Duration SOON = Duration.ofSeconds(10);

  /** Long enough for bytes to come through on loopback if anything lets them. */
  private static final int SILENCE_MILLIS = 200;

  private EchoServer server;
  private FaultProxy proxy;

  @BeforeEach
  void start() throws IOException {
    server = new EchoServer();
    proxy = FaultProxy.before("127.0.0.1", server.port());
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    server.close();
  }

  @Test
  void passesEverythingOnAndCounts() throws IOException {
    try (Socket one = connect();
        Socket two = connect()) {
      send(one, "one");
      assertThat(receive(one, 3)).isEqualTo("one");
      send(two, "second");
      assertThat(receive(two, 6)).isEqualTo("second");

      assertThat(proxy.connections()).isEqualTo(2);
      assertThat(proxy.openConnections()).isEqualTo(2);
      assertThat(proxy.bytes(CLIENT_TO_SERVER)).isEqualTo(9);
      assertThat(proxy.bytes(SERVER_TO_CLIENT)).isEqualTo(9);
    }
    await().atMost(SOON).until(() -> proxy.openConnections() == 0);
    assertThat(proxy.connections()).isEqualTo(2);
  }

  @Test
  void passesMegabytesOnUnchanged() throws Exception {
    var sent = new byte[8 << 20];
    new Random(7).nextBytes(sent);
    try (Socket client = connect()) {
      var received = CompletableFuture.supplyAsync(() -> receiveBytes(client, sent.length));
      client.getOutputStream().write(sent);

      assertThat(Arrays.equals(received.get(20, TimeUnit.SECONDS), sent)).isTrue();
    }
  }

  @Test
  void passesTheEndOfEitherSideOn() throws Exception {
    try (Socket client = connect()) {
      send(client, "last words");
      client.shutdownOutput();

      assertThat(client.getInputStream().readAllBytes()).asString(UTF_8).isEqualTo("last words");
      assertThat(server.ends.poll(10, TimeUnit.SECONDS)).isEqualTo("end");
    }
  }

  @Test
  void passesAResetOn() throws Exception {
    Socket client = connect();
    send(client, "x");
    receive(client, 1);

    Link.reset(client);

    assertThat(server.ends.poll(10, TimeUnit.SECONDS)).contains("reset");
  }

  @Test
  void resetsTheClientWhenTheServerIsNotThere() throws IOException {
    server.close();
    try (Socket client = connect()) {
      assertReset(client);
    }
    await().atMost(SOON).until(() -> proxy.openConnections() == 0);
  }

  @Test
  void cutResetsBothSidesAndRefusesUntilHealed() throws Exception {
    try (Socket client = connect()) {
      send(client, "x");
      receive(client, 1);

      proxy.cut();

      assertReset(client);
      assertThat(server.ends.poll(10, TimeUnit.SECONDS)).contains("reset");
      assertThat(proxy.openConnections()).isZero();
      assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect);
    }

    proxy.heal();

    try (Socket client = connect()) {
      send(client, "again");
      assertThat(receive(client, 5)).isEqualTo("again");
    }
  }

  @Test
  void blackholeLetsNothingPassUntilHealed() throws Exception {
    try (Socket open = connect()) {
      send(open, "before");
      receive(open, 6);
      proxy.blackhole();

      send(open, "held");
      assertSilent(open);
      try (Socket fresh = connect()) {
        send(fresh, "new");
        assertSilent(fresh);
        assertThat(server.received()).isEqualTo("before");

        proxy.heal();

        assertThat(receive(open, 4)).isEqualTo("held");
        assertThat(receive(fresh, 3)).isEqualTo("new");
      }
    }
  }

  @Test
  void blackholeWithholdsTheEndOfAConnectionToo() throws Exception {
    try (Socket client = connect()) {
      send(client, "x");
      receive(client, 1);
      proxy.blackhole();
    }
    assertThat(server.ends.poll(SILENCE_MILLIS, TimeUnit.MILLISECONDS)).isNull();

    proxy.heal();

    assertThat(server.ends.poll(10, TimeUnit.SECONDS)).isNotNull();
  }

  @Test
  void blackholeOfOneDirectionLosesTheRepliesAlone() throws Exception {
    try (Socket client = connect()) {
      send(client, "x");
      receive(client, 1);
      proxy.blackhole(SERVER_TO_CLIENT);

      send(client, "heard");

      await().atMost(SOON).until(() -> server.received().equals("xheard"));
      assertSilent(client);
    }
  }

  @Test
  void delayAddsToEachDirectionButNotToEachByte() throws Exception {
    var delay = Duration.ofMillis(150);
    try (Socket client = connect()) {
      send(client, "x");
      receive(client, 1);
      proxy.delay(delay);

      long start = System.nanoTime();
      for (int i = 0; i < 10; i++) {
        send(client, "0123456789");
      }
      assertThat(receive(client, 100)).isEqualTo("0123456789".repeat(10));

      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(delay.multipliedBy(2))
          // Were each byte delayed, it would take a hundred delays.
          .isLessThan(delay.multipliedBy(60));
    }
  }

  @Test
  void healingDoesNotSitOutADelay() throws Exception {
    proxy.delay(Duration.ofHours(1));
    try (Socket client = connect()) {
      send(client, "late");
      assertSilent(client);

      proxy.heal();

      assertThat(receive(client, 4)).isEqualTo("late");
    }
  }

  @Test
  void throttleLimitsTheRateOfAllConnectionsTogether() throws Exception {
    proxy.throttle(100_000);
    try (Socket one = connect();
        Socket two = connect()) {
      long start = System.nanoTime();
      send(one, "x".repeat(20_000));
      send(two, "y".repeat(20_000));
      receive(one, 20_000);
      receive(two, 20_000);

      // 40,000 bytes take 0.4 s each way, but the ways overlap; 20 ms may be made up for.
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(Duration.ofMillis(370), Duration.ofSeconds(5));
    }
  }

  @Test
  void healingEndsAThrottleAtOnce() throws Exception {
    proxy.throttle(1);
    try (Socket client = connect()) {
      send(client, "x".repeat(1_000));
      assertThat(receive(client, 1)).isEqualTo("x");

      proxy.heal();

      assertThat(receive(client, 999)).hasSize(999);
    }
  }

  @Test
  void refusesFaultsThatMakeNoSense() {
    assertThatThrownBy(() -> proxy.delay(Duration.ofNanos(-1)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("delay is negative");
    assertThatThrownBy(() -> proxy.throttle(0))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("blackhole()");
  }

  @Test
  void cutBeforeTheBytesKeepsThemFromTheServer() throws Exception {
    try (Socket client = connect()) {
      send(client, "x");
      receive(client, 1);
      Watch watch =
          proxy.onTraffic(CLIENT_TO_SERVER, containing("boom"), Moment.BEFORE_THEM, Link::cut);

      send(client, "boom");

      assertReset(client);
      assertThat(watch.await(SOON)).isTrue();
      assertThat(server.received()).isEqualTo("x");
    }
  }

  @Test
  void cutBeforeTheReplyHappensAfterTheServerHasActed() throws Exception {
    Watch watch =
        proxy.onTraffic(CLIENT_TO_SERVER, containing("boom"), Moment.BEFORE_REPLY, Link::cut);
    try (Socket client = connect();
        Socket bystander = connect()) {
      send(client, "boom");

      assertReset(client);
      assertThat(watch.await(SOON)).isTrue();
      assertThat(server.received()).isEqualTo("boom");
      send(bystander, "boom");
      assertThat(receive(bystander, 4)).as("a watch acts once").isEqualTo("boom");
    }
  }

  @Test
  void holdsTheReplyBackWhileAnActionAfterTheBytesRuns() throws Exception {
    var finish = new CountDownLatch(1);
    Watch watch =
        proxy.onTraffic(
            CLIENT_TO_SERVER,
            anything(),
            Moment.AFTER_THEM,
            link -> await().atMost(SOON).until(() -> finish.getCount() == 0));
    try (Socket client = connect()) {
      send(client, "x");

      await().atMost(SOON).until(() -> server.received().equals("x"));
      assertSilent(client);
      assertThat(watch.await(Duration.ZERO)).isFalse();

      finish.countDown();
      assertThat(receive(client, 1)).isEqualTo("x");
      assertThat(watch.await(SOON)).isTrue();
    }
  }

  @Test
  void anActionMaySilenceItsOwnConnectionAlone() throws Exception {
    proxy.onTraffic(CLIENT_TO_SERVER, containing("mute"), Moment.AFTER_THEM, Link::blackhole);
    try (Socket client = connect();
        Socket other = connect()) {
      send(client, "mute");
      await().atMost(SOON).until(() -> server.received().equals("mute"));
      assertSilent(client);
      send(other, "x");
      assertThat(receive(other, 1)).isEqualTo("x");

      proxy.heal();

      assertThat(receive(client, 4)).isEqualTo("mute");
    }
  }

  @Test
  void watchesWhatTheServerSends() throws Exception {
    Watch watch =
        proxy.onTraffic(SERVER_TO_CLIENT, containing("boom"), Moment.BEFORE_THEM, l -> proxy.cut());
    try (Socket client = connect()) {
      send(client, "boom");

      assertReset(client);
      assertThat(watch.await(SOON)).isTrue();
      assertThat(proxy.bytes(SERVER_TO_CLIENT)).isZero();
      assertThatExceptionOfType(ConnectException.class).isThrownBy(this::connect);
    }
  }

  @Test
  void aClosedWatchDoesNothing() throws Exception {
    Watch watch = proxy.onTraffic(CLIENT_TO_SERVER, anything(), Moment.BEFORE_THEM, Link::cut);
    watch.close();
    try (Socket client = connect()) {
      send(client, "x");

      assertThat(receive(client, 1)).isEqualTo("x");
      assertThat(watch.await(SOON)).isFalse();
    }
  }

  @Test
  void theFailureOfAnActionReachesWhoeverAwaitsIt() throws Exception {
    Watch watch =
        proxy.onTraffic(
            CLIENT_TO_SERVER,
            anything(),
            Moment.BEFORE_THEM,
            link -> {
              throw new UnsupportedOperationException("not here");
            });
    try (Socket client = connect()) {
      send(client, "x");

      assertThat(receive(client, 1)).isEqualTo("x");
      assertThatThrownBy(() -> watch.await(SOON))
          .isInstanceOf(UnsupportedOperationException.class)
          .hasMessage("not here");
    }
  }

  @Test
  void closingResetsConnectionsEvenWhileTheyAreHeldBack() throws Exception {
    proxy.delay(Duration.ofHours(1));
    try (Socket client = connect()) {
      send(client, "x");

      proxy.close();
      proxy.close();

      assertReset(client);
      assertThat(proxy.openConnections()).isZero();
    }
  }

  private Socket connect() throws IOException {
    return new Socket(proxy.host(), proxy.port());
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(UTF_8));
  }

  private static String receive(Socket socket, int bytes) {
    return new String(receiveBytes(socket, bytes), UTF_8);
  }

  private static byte[] receiveBytes(Socket socket, int bytes) {
    try {
      socket.setSoTimeout((int) SOON.toMillis());
      return socket.getInputStream().readNBytes(bytes);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }

  private static void assertSilent(Socket socket) throws SocketException {
    socket.setSoTimeout(SILENCE_MILLIS);
    assertThatExceptionOfType(SocketTimeoutException.class)
        .isThrownBy(() -> socket.getInputStream().read());
  }

  private static void assertReset(Socket socket) throws SocketException {
    socket.setSoTimeout((int) SOON.toMillis());
    assertThatExceptionOfType(SocketException.class)
        .isThrownBy(() -> socket.getInputStream().read())
        .withMessageContaining("reset");
  }
}
