package dev.turnwise.cli.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import tools.jackson.databind.json.JsonMapper;

/** The messages between coordinator and worker as lines of JSON. */
final class Protocol {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Protocol() {}

  static ToWorker toWorker(String line) {
    return MAPPER.readValue(line, ToWorker.class);
  }

  static FromWorker fromWorker(String line) {
    return MAPPER.readValue(line, FromWorker.class);
  }

  /** Writes one line and flushes it; lines of several threads do not mix. */
  static void write(OutputStream out, ToWorker message) throws IOException {
    write(out, MAPPER.writerFor(ToWorker.class).writeValueAsString(message));
  }

  /** Writes one line and flushes it; lines of several threads do not mix. */
  static void write(OutputStream out, FromWorker message) throws IOException {
    write(out, MAPPER.writerFor(FromWorker.class).writeValueAsString(message));
  }

  private static void write(OutputStream out, String json) throws IOException {
    byte[] line = (json + "\n").getBytes(UTF_8);
    synchronized (out) {
      out.write(line);
      out.flush();
    }
  }
}
