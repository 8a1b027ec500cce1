package dev.turnwise.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.InvalidInputException;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.EventPage;
import dev.turnwise.testkit.history.CheckReport;
import dev.turnwise.testkit.history.Fault;
import dev.turnwise.testkit.history.HistoryChecker;
import dev.turnwise.testkit.history.HistoryWriter;
import dev.turnwise.testkit.history.Invoke;
import dev.turnwise.testkit.history.Outcome;
import dev.turnwise.testkit.history.RoomFact;
import dev.turnwise.testkit.server.Processes;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The history of a run, written as it happens and checked at the end.
 *
 * <p>Without a path of the user's it lies in a temporary file, which {@link #close()} removes
 * unless it shows a violation. Thread-safe.
 */
final class Recording implements AutoCloseable {

  private static final String PREFIX = "turnwise-demo-";
  private static final Pattern OWNED = Pattern.compile(PREFIX + "(\\d{1,18})-.*\\.jsonl");

  private final HistoryWriter writer;
  private final Path file;
  private final Optional<Thread> removal;
  private boolean worthKeeping;

  private Recording(HistoryWriter writer, Path file, boolean temporary) {
    this.writer = writer;
    this.file = file;
    this.removal =
        temporary
            ? Optional.of(new Thread(this::remove, "turnwise-history-remove"))
            : Optional.empty();
    removal.ifPresent(Runtime.getRuntime()::addShutdownHook);
  }

  static Recording start(Optional<Path> kept, Map<String, String> about) {
    kept.filter(Files::exists).ifPresent(Recording::refuseToOverwrite);
    Path file = kept.orElseGet(Recording::temporary);
    return new Recording(HistoryWriter.create(file, about), file, kept.isEmpty());
  }

  private static Path temporary() {
    try {
      removeLeftovers();
      return Files.createTempFile(PREFIX + ProcessHandle.current().pid() + "-", ".jsonl");
    } catch (IOException failure) {
      throw new ConfigurationException(
          "java.io.tmpdir",
          "takes no file",
          "point it at a folder that may be written, or give --history FILE",
          failure);
    }
  }

  private static void refuseToOverwrite(Path file) {
    throw new InvalidInputException(
        "--history", "names a file that exists, " + file, null, "name a new one");
  }

  /** A killed demo cannot remove its history, so the next one does. */
  private static void removeLeftovers() throws IOException {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try (DirectoryStream<Path> histories = Files.newDirectoryStream(folder, PREFIX + "*.jsonl")) {
      for (Path history : histories) {
        Matcher name = OWNED.matcher(history.getFileName().toString());
        if (name.matches() && !Processes.isRunning(Long.parseLong(name.group(1)))) {
          Files.deleteIfExists(history);
        }
      }
    }
  }

  /** Before the offer is sent. */
  void offered(Offering offering) {
    LogLine line = offering.line();
    writer.append(
        new Invoke(
            offering.op(),
            offering.worker(),
            line.speaker(),
            offering.room().roomId(),
            offering.key(),
            digest(offering),
            Lines.digest(Lines.content(line)),
            writer.now()));
  }

  private static String digest(Offering offering) {
    LogLine line = offering.line();
    String payload =
        String.join(
            "\n", line.kind().name(), line.speaker(), String.valueOf(line.parent()), line.text());
    return UUID.nameUUIDFromBytes(payload.getBytes(UTF_8)).toString();
  }

  /** After an answer has arrived. */
  void answered(FromWorker.Answer answer) {
    long op = answer.op();
    writer.append(
        switch (answer) {
          case FromWorker.Stored stored ->
              new Outcome.Ok(op, stored.index(), stored.eventId(), stored.content(), writer.now());
          case FromWorker.Duplicate duplicate ->
              new Outcome.Duplicate(
                  op,
                  duplicate.index(),
                  duplicate.eventId(),
                  duplicate.payloadDiffers(),
                  duplicate.content(),
                  writer.now());
          case FromWorker.Blocked blocked ->
              new Outcome.Blocked(
                  op,
                  blocked.index(),
                  blocked.eventId(),
                  blocked.by(),
                  blocked.content(),
                  writer.now());
          case FromWorker.Refused refused ->
              new Outcome.Refused(op, refused.reason(), writer.now());
          case FromWorker.Unknown _, FromWorker.Failed _ -> new Outcome.Unknown(op, writer.now());
        });
  }

  void killed(String worker) {
    writer.append(new Fault(Fault.Type.KILL, worker, writer.now()));
  }

  /** The observer's clock, for reads. */
  long now() {
    return writer.now();
  }

  /** A page that a reader saw while the run went on. */
  void read(String reader, String room, long afterIndex, EventPage page, long invokedAt) {
    List<RoomFact.SeenEvent> seen =
        page.events().stream()
            .map(event -> new RoomFact.SeenEvent(event.index(), event.id()))
            .toList();
    writer.append(
        new RoomFact.Read(
            reader, room, afterIndex, seen, !page.hasMore(), invokedAt, writer.now()));
  }

  /** A room as it was at the end. */
  void finished(String room, List<RoomEvent> events, long nextIndex, long latestIndex) {
    writer.append(new RoomFact.Final(room, events.stream().map(Recording::stored).toList()));
    writer.append(new RoomFact.Counters(room, nextIndex, latestIndex));
  }

  private static RoomFact.FinalEvent stored(RoomEvent event) {
    return new RoomFact.FinalEvent(
        event.index(),
        event.id(),
        event.idempotencyKey(),
        null,
        event.status().name().toLowerCase(Locale.ROOT),
        Lines.digest(event.content()));
  }

  /** Ends the history and checks it. */
  CheckReport check() {
    writer.close();
    CheckReport report = HistoryChecker.check(file);
    worthKeeping = report.verdict() != CheckReport.Verdict.OK;
    return report;
  }

  /** Where the history stays, if it does. */
  Optional<String> keptAt() {
    return removal.isEmpty() || worthKeeping ? Optional.of(file.toString()) : Optional.empty();
  }

  private void remove() {
    File path = file.toFile();
    // Nobody is left to hear of a failure, and it is a temporary file.
    boolean _ = path.delete();
  }

  @Override
  public void close() {
    writer.close();
    if (removal.isPresent()) {
      try {
        Runtime.getRuntime().removeShutdownHook(removal.get());
      } catch (IllegalStateException shuttingDown) {
        return;
      }
      if (!worthKeeping) {
        remove();
      }
    }
  }
}
