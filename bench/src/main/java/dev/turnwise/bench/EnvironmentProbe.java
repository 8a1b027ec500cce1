package dev.turnwise.bench;

import com.sun.management.OperatingSystemMXBean;
import dev.turnwise.error.ConfigurationException;
import dev.turnwise.error.StoreUnavailableException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Looks at the machine and the server. */
final class EnvironmentProbe {
  private static final int ROUND_TRIPS = 500;
  private static final int FSYNCS = 50;
  private static final int PAGE_BYTES = 8192;
  private static final String SERVER =
      """
      SELECT current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit'),
             current_setting('full_page_writes'), current_setting('wal_sync_method'), current_setting('wal_level'),
             current_setting('shared_buffers'), current_setting('max_wal_size')
      """;

  private EnvironmentProbe() {}

  static Environment look(String jdbcUrl) {
    var os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    double loadAverage = os.getSystemLoadAverage();
    try (Connection connection = DriverManager.getConnection(jdbcUrl)) {
      return new Environment(
          Runtime.getRuntime().availableProcessors(),
          cpu(),
          os.getTotalMemorySize() >> 20,
          os.getName() + " " + os.getVersion() + " " + os.getArch(),
          Runtime.version().toString(),
          loadAverage,
          server(connection),
          selectMicros(connection),
          fsyncMicros());
    } catch (SQLException failure) {
      throw new StoreUnavailableException(
          "looking at the server", "SQL state " + failure.getSQLState(), failure);
    } catch (IOException failure) {
      throw new ConfigurationException(
          "java.io.tmpdir",
          "cannot be written to",
          "point it to a folder with free space",
          failure);
    }
  }

  private static String cpu() {
    Path linux = Path.of("/proc/cpuinfo");
    try (Stream<String> lines = Files.isReadable(linux) ? Files.lines(linux) : Stream.empty()) {
      return cpu(lines.toList())
          .or(() -> Optional.ofNullable(System.getenv("PROCESSOR_IDENTIFIER")))
          .orElse("unknown");
    } catch (IOException unreadable) {
      return "unknown";
    }
  }

  static Optional<String> cpu(List<String> cpuinfo) {
    return cpuinfo.stream()
        .filter(line -> line.startsWith("model name"))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }

  private static Environment.Server server(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SERVER);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return new Environment.Server(
          row.getString(1),
          row.getString(2),
          row.getString(3),
          row.getString(4),
          row.getString(5),
          row.getString(6),
          row.getString(7),
          row.getString(8));
    }
  }

  private static double selectMicros(Connection connection) throws SQLException {
    var times = new Histogram(3);
    try (PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
      // The first half warms up: the driver prepares on the server only what is repeated.
      for (int i = 0; i < 2 * ROUND_TRIPS; i++) {
        long start = System.nanoTime();
        statement.executeQuery().close();
        if (i >= ROUND_TRIPS) {
          times.recordValue(System.nanoTime() - start);
        }
      }
    }
    return times.getValueAtPercentile(50) / 1e3;
  }

  private static double fsyncMicros() throws IOException {
    Path file = Files.createTempFile("turnwise-fsync", ".bin");
    var times = new Histogram(3);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer page = ByteBuffer.allocate(PAGE_BYTES);
      for (int i = 0; i < FSYNCS; i++) {
        long start = System.nanoTime();
        channel.write(page.clear(), 0);
        channel.force(false);
        times.recordValue(System.nanoTime() - start);
      }
    } finally {
      Files.delete(file);
    }
    return times.getValueAtPercentile(50) / 1e3;
  }
}
