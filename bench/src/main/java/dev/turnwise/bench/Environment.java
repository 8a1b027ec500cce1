package dev.turnwise.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * Where a suite ran: figures of different environments must not be compared.
 *
 * @param cores processors that this JVM may use
 * @param cpu model of the processor, as the system names it
 * @param memoryMib memory of the machine
 * @param os name, version and architecture
 * @param jdk version of the Java runtime
 * @param loadAverage processes that wanted to run in the last minute, before the suite began;
 *     negative if unknown
 * @param server the database server
 * @param select1Micros median round trip of the smallest statement, through the same driver
 * @param fsyncMicros median time to write 8 KiB to a small file in the folder of temporary files
 *     and force it to disk
 */
@JsonPropertyOrder({
  "cores",
  "cpu",
  "memory_mib",
  "os",
  "jdk",
  "load_average",
  "server",
  "select1_micros",
  "fsync_micros"
})
public record Environment(
    int cores,
    String cpu,
    long memoryMib,
    String os,
    String jdk,
    double loadAverage,
    Server server,
    double select1Micros,
    double fsyncMicros) {

  /**
   * A PostgreSQL server and the settings that durability and speed depend on, as the server spells
   * them.
   *
   * @param postgres its version
   */
  @JsonPropertyOrder({
    "postgres",
    "fsync",
    "synchronous_commit",
    "full_page_writes",
    "wal_sync_method",
    "wal_level",
    "shared_buffers",
    "max_wal_size"
  })
  public record Server(
      String postgres,
      String fsync,
      String synchronousCommit,
      String fullPageWrites,
      String walSyncMethod,
      String walLevel,
      String sharedBuffers,
      String maxWalSize) {

    /**
     * True if a commit that was answered survives a power cut; the baselines mean nothing without.
     */
    boolean isDurable() {
      return fsync.equals("on") && !synchronousCommit.equals("off");
    }
  }
}
