package dev.turnwise.testkit.fault;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.testkit.server.LocalPorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy on 127.0.0.1 in front of a server, which plays a network with faults.
 *
 * <p>Until told otherwise it passes everything on as it comes. {@link #blackhole()}, {@link #delay}
 * and {@link #throttle} add up and apply to open and new connections alike, at once, until {@link
 * #heal()}. {@link #onTraffic} acts at a chosen moment of a chosen connection. Closing resets all
 * connections. Safe for use by several threads.
 */
public final class FaultProxy implements AutoCloseable {
  private final InetSocketAddress target;
  private final int port;
  private final Traffic traffic = new Traffic();
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final AtomicLong connections = new AtomicLong();

  /** Guards the listener and the step from an accepted socket to a link. */
  private final Object listening = new Object();

  private @Nullable ServerSocket listener;
  private @Nullable Thread acceptor;
  private boolean closed;

  private FaultProxy(InetSocketAddress target, ServerSocket listener) {
    this.target = target;
    this.port = listener.getLocalPort();
    listen(listener);
  }

  /**
   * Starts a proxy in front of a server, which need not be there yet.
   *
   * @throws ConfigurationException when no port is free on this machine
   */
  public static FaultProxy before(String host, int port) {
    try {
      return new FaultProxy(new InetSocketAddress(host, port), LocalPorts.listen());
    } catch (IOException noPort) {
      throw new ConfigurationException(
          "fault proxy", "finds no port on 127.0.0.1", "free some of 20000 to 31999", noPort);
    }
  }

  /** The address to connect to instead of the server's. */
  public String host() {
    return LocalPorts.address().getHostAddress();
  }

  /** The port to connect to; it stays the same over {@link #cut()} and {@link #heal()}. */
  public int port() {
    return port;
  }

  /** Resets all connections and refuses new ones, as a machine does whose server has ended. */
  public void cut() {
    synchronized (listening) {
      stopListening();
    }
    links.forEach(Link::cut);
  }

  /**
   * Lets nothing pass in either direction while all sockets stay open; not even the end of a
   * connection gets through. A new connection is accepted (by the system, which knows no better)
   * and then finds itself in the same silence.
   *
   * <p>As on a network whose packets are dropped for a while, what was sent meanwhile arrives after
   * {@link #heal()} unless the connection has been given up by then: TCP would have repeated it.
   */
  public void blackhole() {
    traffic.line().change(conditions -> conditions.holding(Set.of(Direction.values())));
  }

  /** As {@link #blackhole()}, in one direction. */
  public void blackhole(Direction direction) {
    traffic.line().change(conditions -> conditions.holding(Set.of(direction)));
  }

  /** Makes every byte take this much longer, in each direction, without changing the order. */
  public void delay(Duration time) {
    if (time.isNegative()) {
      throw new InvalidInputException(
          "delay", "is negative", "0", "pass how much later bytes arrive");
    }
    traffic.line().change(conditions -> conditions.delaying(time));
  }

  /** Lets this many bytes a second pass in each direction, over all connections together. */
  public void throttle(long bytesPerSecond) {
    if (bytesPerSecond < 1) {
      throw new InvalidInputException(
          "bytes_per_second", "is too small", "1", "use blackhole() to let nothing pass");
    }
    traffic.line().change(conditions -> conditions.throttling(bytesPerSecond));
  }

  /**
   * Ends every fault and accepts connections again. What was withheld goes on at once; what was cut
   * stays cut.
   *
   * @throws ConfigurationException when another process has taken the port after {@link #cut()}
   */
  public void heal() {
    links.forEach(Link::heal);
    traffic.line().change(faults -> Conditions.CLEAN);
    awaitFormerAcceptor();
    synchronized (listening) {
      if (listener == null && !closed) {
        try {
          listen(LocalPorts.listen(port));
        } catch (IOException taken) {
          throw new ConfigurationException(
              "fault proxy", "has lost its port " + port, "end the process that took it", taken);
        }
      }
    }
  }

  /**
   * Acts once, on the first connection with traffic that matches. Connections that are open already
   * are matched from now on. The action may do to the connection or the proxy what it likes, and
   * take its time; the connection waits meanwhile. To lose the reply to a statement that the server
   * has carried out:
   *
   * {@snippet :
   * proxy.onTraffic(CLIENT_TO_SERVER, containing("key-7"), Moment.BEFORE_REPLY, Link::cut);
   * }
   */
  public Watch onTraffic(
      Direction direction, TrafficMatcher matcher, Moment moment, Consumer<Link> action) {
    var watch = new Watch(direction, matcher, moment, action);
    traffic.add(watch);
    return watch;
  }

  /**
   * Shows all bytes that pass in this direction on connections made from now on, each to its own.
   */
  void observe(Direction direction, Supplier<Consumer<ByteBuffer>> newObserver) {
    traffic.observe(direction, newObserver);
  }

  /** How many connections clients have made so far. */
  public long connections() {
    return connections.get();
  }

  /** How many of them are open. */
  public int openConnections() {
    return links.size();
  }

  /** How many bytes were passed on in this direction so far. */
  public long bytes(Direction direction) {
    return traffic.bytes(direction).get();
  }

  /** Ends the proxy and resets its connections. Repeating is safe. */
  @Override
  public void close() {
    synchronized (listening) {
      closed = true;
      stopListening();
    }
    List.copyOf(links).forEach(Link::cut);
  }

  void forget(Link link) {
    links.remove(link);
  }

  /**
   * The system gives the port back only when the thread that accepted on it has returned from
   * there.
   */
  private void awaitFormerAcceptor() {
    Thread former;
    synchronized (listening) {
      former = listener == null ? acceptor : null;
    }
    try {
      if (former != null) {
        former.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void listen(ServerSocket socket) {
    listener = socket;
    acceptor =
        Thread.ofVirtual().name("fault-proxy-accept-" + port).start(() -> acceptFrom(socket));
  }

  private void acceptFrom(ServerSocket socket) {
    try {
      while (true) {
        open(socket, socket.accept());
      }
    } catch (IOException stoppedListening) {
      // The socket is closed by cut() and close() alone, and both know.
    }
  }

  private void open(ServerSocket acceptedBy, Socket client) {
    var link = new Link(this, traffic, client);
    synchronized (listening) {
      if (acceptedBy.isClosed()) {
        Link.reset(client);
        return;
      }
      links.add(link);
    }
    connections.incrementAndGet();
    Thread.ofVirtual().name("fault-proxy-connect-" + port).start(() -> link.open(target));
  }

  private void stopListening() {
    ServerSocket socket = listener;
    listener = null;
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException notListening) {
        // Nothing accepts any more, which is what was asked for.
      }
    }
  }
}
