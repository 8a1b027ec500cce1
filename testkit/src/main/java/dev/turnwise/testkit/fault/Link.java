package dev.turnwise.testkit.fault;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One connection through a {@link FaultProxy}: a client's socket and the one that the proxy opened
 * to the server for it. Safe for use by several threads.
 */
public final class Link {
  private final FaultProxy proxy;
  private final Line line;
  private final Socket client;
  private final Socket server = new Socket();
  private final List<Pipe> pipes;
  private final AtomicInteger openPipes = new AtomicInteger(2);

  /** Directions that a watch keeps closed while it acts. */
  private final Set<Direction> gated = ConcurrentHashMap.newKeySet();

  private final Queue<Watch> awaitingReplyOfServer = new ConcurrentLinkedQueue<>();
  private final Queue<Watch> awaitingReplyOfClient = new ConcurrentLinkedQueue<>();
  private volatile boolean blackholed;
  private volatile boolean cut;

  Link(FaultProxy proxy, Traffic traffic, Socket client) {
    this.proxy = proxy;
    this.line = traffic.line();
    this.client = client;
    this.pipes =
        List.of(
            new Pipe(this, traffic, Direction.CLIENT_TO_SERVER, client, server),
            new Pipe(this, traffic, Direction.SERVER_TO_CLIENT, server, client));
  }

  /** Connects to the server, as soon as the line allows, and lets traffic flow. */
  void open(InetSocketAddress target) {
    try {
      client.setTcpNoDelay(true);
      if (line.passHandshake(this)) {
        server.setTcpNoDelay(true);
        server.connect(target);
        pipes.forEach(Pipe::start);
      }
    } catch (IOException unreachable) {
      cut();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      cut();
    }
  }

  /** Resets both sockets. What was under way is lost. */
  public void cut() {
    cut = true;
    reset(client);
    reset(server);
    pipes.forEach(Pipe::abandon);
    line.wake();
    proxy.forget(this);
  }

  /** Lets nothing pass on this connection any more, until {@link FaultProxy#heal()}. */
  public void blackhole() {
    blackholed = true;
  }

  void heal() {
    blackholed = false;
  }

  boolean isCut() {
    return cut;
  }

  boolean holds(Direction direction) {
    return blackholed || gated.contains(direction);
  }

  void closeGate(Direction direction) {
    gated.add(direction);
  }

  void openGate(Direction direction) {
    gated.remove(direction);
    line.wake();
  }

  /** Watches that act before the next bytes in this direction, which are a reply. */
  Queue<Watch> awaitingReply(Direction direction) {
    return direction == Direction.SERVER_TO_CLIENT ? awaitingReplyOfServer : awaitingReplyOfClient;
  }

  /** Called by each pipe that has passed on its end of stream. */
  void ended() throws IOException {
    if (openPipes.decrementAndGet() == 0) {
      client.close();
      server.close();
      proxy.forget(this);
    }
  }

  /** Zero linger makes closing send RST instead of FIN, and drop what is still to be sent. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException alreadyClosed) {
      return;
    }
    try {
      socket.close();
    } catch (IOException gone) {
      // There is no connection left to reset.
    }
  }
}
