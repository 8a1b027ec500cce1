package dev.turnwise.bench;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.ConfigurationException;
import dev.turnwise.testkit.server.PostgresDsn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pgbench program of this machine. Immutable.
 *
 * @param command name or path of the program
 * @param version what it says of itself, for example {@code pgbench (PostgreSQL) 15.18}
 */
record Pgbench(String command, String version) {
  /** What both libpq and pgjdbc know, under the same name. */
  private static final Set<String> SHARED_PARAMETERS =
      Set.of("sslmode", "sslrootcert", "sslcert", "sslkey", "options");

  private static final Duration UNCOUNTED = Duration.ofSeconds(1);
  private static final int SHOWN_CHARS = 1_000;

  /** The program as PATH has it; empty when there is none, or a wrapper with nothing behind it. */
  static Optional<Pgbench> onPath() {
    return at("pgbench");
  }

  static Optional<Pgbench> at(String command) {
    try {
      Process process = started(List.of(command, "--version"), Map.of());
      process.getOutputStream().close();
      String version = output(process).strip();
      return process.waitFor() == 0 ? Optional.of(new Pgbench(command, version)) : Optional.empty();
    } catch (IOException notThere) {
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CallInterruptedException();
    }
  }

  /** True for the lengths of a run that the program knows. */
  static boolean canRunFor(Duration slice) {
    return slice.isPositive() && slice.toNanosPart() == 0;
  }

  /**
   * Runs a script.
   *
   * @param variables set before the script begins
   * @return transactions a second, from one second behind the start: in that second sessions
   *     connect, read the system catalogue and plan
   * @throws ConfigurationException when the program fails; the message has the end of its output
   */
  double run(
      PostgresDsn dsn, Script script, Map<String, String> variables, int clients, Duration slice) {
    try {
      Process process = started(arguments(dsn, variables, clients, slice), environment(dsn));
      hand(script, process);
      String output = output(process);
      int status = process.waitFor();
      OptionalDouble rate = PgbenchOutput.rate(output);
      if (status != 0 || rate.isEmpty()) {
        throw failed(script, "ended with " + status + ": " + lastOf(output), null);
      }
      return rate.getAsDouble();
    } catch (IOException broken) {
      throw failed(script, "could not be run", broken);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CallInterruptedException();
    }
  }

  private static void hand(Script script, Process process) {
    try (var in = process.getOutputStream()) {
      in.write(script.text().getBytes(StandardCharsets.UTF_8));
    } catch (IOException endedAlready) {
      // Its output, which is read next, says why.
    }
  }

  /**
   * The password goes through the environment: arguments can be read by every user of a machine.
   */
  private List<String> arguments(
      PostgresDsn dsn, Map<String, String> variables, int clients, Duration slice) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of(command, "--no-vacuum", "--protocol=prepared"));
    arguments.addAll(List.of("--client=" + clients, "--jobs=" + Math.min(clients, 2)));
    arguments.addAll(List.of("--progress=1", "--time=" + slice.plus(UNCOUNTED).toSeconds()));
    variables.forEach((name, value) -> arguments.add("--define=" + name + "=" + value));
    arguments.addAll(List.of("--file=-", forLibpq(dsn).uri()));
    return arguments;
  }

  private static PostgresDsn forLibpq(PostgresDsn dsn) {
    var shared = new LinkedHashMap<>(dsn.parameters());
    shared.keySet().retainAll(SHARED_PARAMETERS);
    return new PostgresDsn(dsn.host(), dsn.port(), dsn.database(), dsn.user(), null, shared);
  }

  private static Map<String, String> environment(PostgresDsn dsn) {
    return dsn.password() == null ? Map.of() : Map.of("PGPASSWORD", dsn.password());
  }

  /** Without the environment's other settings for libpq, which would mix with the address given. */
  private static Process started(List<String> arguments, Map<String, String> environment)
      throws IOException {
    var builder = new ProcessBuilder(arguments).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    builder.environment().putAll(environment);
    return builder.start();
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static String lastOf(String output) {
    String text = output.strip();
    return text.substring(Math.max(0, text.length() - SHOWN_CHARS));
  }

  private static ConfigurationException failed(
      Script script, String how, @Nullable Throwable cause) {
    return new ConfigurationException(
        "pgbench",
        "with the script " + script.name() + " " + how,
        "check the server and the version of pgbench on the PATH",
        cause);
  }
}
