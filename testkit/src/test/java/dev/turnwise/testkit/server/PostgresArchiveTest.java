package dev.turnwise.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresArchiveTest {
  private final PostgresArchive archive = PostgresArchive.forThisPlatform();

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, postgres-linux-x86_64.txz",
    "Linux, aarch64, postgres-linux-arm_64.txz",
    "Mac OS X, x86_64, postgres-darwin-x86_64.txz",
    "Mac OS X, aarch64, postgres-darwin-arm_64.txz",
    "Windows 11, amd64, postgres-windows-x86_64.txz"
  })
  void knowsTheResourceOfEachPlatform(String os, String arch, String resource) {
    assertThat(PostgresArchive.resourceName(os, arch)).isEqualTo(resource);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the modes of files differ there")
  void javaUnpacksTheSameAsTarOverWhateverTarBegan() throws IOException {
    Path byTar = Files.createDirectory(folder.resolve("tar"));
    assumeTrue(archive.unpackWithTar(byTar), "no tar that reads xz here");
    Path byJava = Files.createDirectory(folder.resolve("java"));
    Path begun = Files.createDirectory(byJava.resolve("bin")).resolve("initdb");
    Files.writeString(begun, "half a program");

    archive.unpackInJava(byJava, () -> false);

    assertThat(listing(byJava)).isEqualTo(listing(byTar)).hasSizeGreaterThan(500);
  }

  @Test
  void unpackingEndsSoonAfterItIsCancelled() throws IOException {
    var files = new AtomicInteger();

    assertThatThrownBy(() -> archive.unpackInJava(folder, () -> files.incrementAndGet() > 3))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cancelled");
    assertThat(files).hasValue(4);
  }

  /** Size, rights to execute or link target of every file. */
  private static Map<String, String> listing(Path tree) throws IOException {
    var listing = new TreeMap<String, String>();
    try (Stream<Path> paths = Files.walk(tree)) {
      for (Path path : paths.filter(path -> !Files.isDirectory(path)).toList()) {
        String name = tree.relativize(path).toString();
        if (Files.isSymbolicLink(path)) {
          listing.put(name, "-> " + Files.readSymbolicLink(path));
        } else {
          var permissions = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
          permissions.removeIf(permission -> !permission.name().endsWith("EXECUTE"));
          listing.put(name, Files.size(path) + " " + new TreeSet<>(permissions));
        }
      }
    }
    return listing;
  }
}
