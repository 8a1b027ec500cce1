package dev.turnwise.testkit.fault;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * One direction of a connection. One thread reads and stamps what comes, another passes it on when
 * it is due; so a delay adds to the way of each byte and not to the pace of the stream. The queue
 * between them is short: a sender that nobody reads from is to feel it, as on a real connection.
 */
final class Pipe {
  static final int CHUNK_BYTES = 16 * 1024;
  private static final int QUEUED_CHUNKS = 64;

  /** What travels: bytes, the orderly end of the stream, or the news that it broke. */
  private sealed interface Chunk {
    long arrival();
  }

  private record Data(ByteBuffer bytes, long arrival) implements Chunk {
    ByteBuffer view() {
      return bytes.asReadOnlyBuffer();
    }
  }

  private record End(long arrival) implements Chunk {}

  private record Broken(long arrival) implements Chunk {}

  private final Link link;
  private final Traffic traffic;
  private final Direction direction;
  private final Socket from;
  private final Socket to;
  private final List<Consumer<ByteBuffer>> observers;
  private final Map<Watch, Predicate<ByteBuffer>> predicates = new WeakHashMap<>();
  private final BlockingQueue<Chunk> queue = new ArrayBlockingQueue<>(QUEUED_CHUNKS);

  Pipe(Link link, Traffic traffic, Direction direction, Socket from, Socket to) {
    this.link = link;
    this.traffic = traffic;
    this.direction = direction;
    this.from = from;
    this.to = to;
    this.observers = traffic.newObservers(direction);
  }

  void start() {
    Thread.ofVirtual().name("fault-proxy-read-" + direction).start(this::read);
    Thread.ofVirtual().name("fault-proxy-write-" + direction).start(this::write);
  }

  /** Frees both threads, whatever they wait for, after the connection was cut. */
  void abandon() {
    queue.clear();
    queue.offer(new Broken(System.nanoTime()));
  }

  private void read() {
    try {
      queue.put(readToTheEnd());
    } catch (InterruptedException interrupted) {
      link.cut();
    }
  }

  private Chunk readToTheEnd() throws InterruptedException {
    try {
      while (true) {
        var bytes = new byte[CHUNK_BYTES];
        int length = from.getInputStream().read(bytes);
        if (length < 0) {
          return new End(System.nanoTime());
        }
        queue.put(new Data(ByteBuffer.wrap(bytes, 0, length), System.nanoTime()));
      }
    } catch (IOException reset) {
      return new Broken(System.nanoTime());
    }
  }

  private void write() {
    try {
      boolean more = true;
      while (more) {
        Chunk chunk = queue.take();
        more =
            traffic.line().pass(link, direction, chunk.arrival(), 0)
                && switch (chunk) {
                  case Data data -> deliver(data);
                  case End _ -> end();
                  case Broken _ -> breakOff();
                };
      }
    } catch (IOException | InterruptedException unwritable) {
      link.cut();
    }
  }

  private boolean end() throws IOException {
    to.shutdownOutput();
    link.ended();
    return false;
  }

  private boolean breakOff() {
    link.cut();
    return false;
  }

  /** Passes on a chunk, with everything that happens before and after; false once cut. */
  private boolean deliver(Data data) throws IOException, InterruptedException {
    actOnReply();
    List<Watch> hits = hits(data);
    act(hits, Moment.BEFORE_THEM);
    List<Watch> after = hits.stream().filter(hit -> hit.moment() == Moment.AFTER_THEM).toList();
    if (!after.isEmpty()) {
      link.closeGate(direction.opposite());
    }
    // Before the bytes are written, since their reply may be here a moment later.
    hits.stream()
        .filter(hit -> hit.moment() == Moment.BEFORE_REPLY)
        .forEach(link.awaitingReply(direction.opposite())::add);
    boolean passed = passOn(data);
    act(after, Moment.AFTER_THEM);
    if (!after.isEmpty()) {
      link.openGate(direction.opposite());
    }
    return passed && !link.isCut();
  }

  private void actOnReply() {
    for (Watch watch; (watch = link.awaitingReply(direction).poll()) != null; ) {
      watch.act(link);
    }
  }

  private void act(List<Watch> hits, Moment moment) {
    hits.stream().filter(hit -> hit.moment() == moment).forEach(hit -> hit.act(link));
  }

  private List<Watch> hits(Data data) {
    var hits = new ArrayList<Watch>();
    for (Watch watch : traffic.watches()) {
      if (watch.direction() == direction
          && watch.isArmed()
          && predicates
              .computeIfAbsent(watch, armed -> armed.matcher().newPredicate())
              .test(data.view())
          && watch.claim()) {
        hits.add(watch);
      }
    }
    return hits;
  }

  /** In slices, so that a narrow line lets the bytes trickle; observers get them whole. */
  private boolean passOn(Data data) throws IOException, InterruptedException {
    // Once more, since the actions before may have changed what the line lets pass.
    if (!traffic.line().pass(link, direction, data.arrival(), 0)) {
      return false;
    }
    observers.forEach(observer -> observer.accept(data.view()));
    OutputStream out = to.getOutputStream();
    int end = data.bytes().limit();
    for (int offset = 0; offset < end; ) {
      int length = Math.min(traffic.line().slice(), end - offset);
      if (!traffic.line().pass(link, direction, data.arrival(), length)) {
        return false;
      }
      traffic.bytes(direction).addAndGet(length);
      out.write(data.bytes().array(), offset, length);
      offset += length;
    }
    return true;
  }
}
