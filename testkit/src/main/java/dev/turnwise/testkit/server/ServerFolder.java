package dev.turnwise.testkit.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The one folder that holds everything of a server, and the proof that its owner lives: a lock on a
 * file in it, which the system lets go however the owner ends. A process id could be somebody
 * else's by the time a later start reads it.
 */
final class ServerFolder {
  private static final String PREFIX = "turnwise-pg-";
  private static final String LOCK = "owner.lock";

  /** What the server says. */
  static final String LOG = "server.log";

  /** Opening the lock file of a folder of our own once more would, on closing, drop the lock. */
  private static final Set<Path> OURS = ConcurrentHashMap.newKeySet();

  private static final int REMOVALS = 10;

  private final Path path;
  private final FileChannel lock;

  private ServerFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Where servers have their folders: the real path of {@code java.io.tmpdir}. */
  static Path root() throws IOException {
    return Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
  }

  /** A new folder that only this JVM's user may enter. */
  static ServerFolder claim(Path root) throws IOException {
    while (true) {
      Path path = Files.createTempDirectory(root, PREFIX + ProcessHandle.current().pid() + "-");
      OURS.add(path);
      FileChannel lock = lock(path);
      if (lock != null) {
        return new ServerFolder(path, lock);
      }
      // Another start took the still unlocked folder for a leftover and is removing it.
      OURS.remove(path);
    }
  }

  /** Removes the folders of owners that are gone, after {@code stopServer} has seen each. */
  static void removeLeftovers(Path root, Consumer<Path> stopServer) throws IOException {
    List<Path> folders;
    try (Stream<Path> children = Files.list(root)) {
      folders =
          children
              .filter(child -> child.getFileName().toString().startsWith(PREFIX))
              .filter(child -> !OURS.contains(child))
              .filter(ServerFolder::isOwnedByUs)
              .toList();
    }
    for (Path folder : folders) {
      try (FileChannel lock = lock(folder)) {
        if (lock != null) {
          stopServer.accept(folder);
          removeTree(folder);
        }
      }
    }
  }

  /** Folders of other users of this machine are theirs to remove. */
  private static boolean isOwnedByUs(Path folder) {
    return Files.isDirectory(folder) && Files.isWritable(folder);
  }

  /** Null when another process holds the lock, or has removed the folder meanwhile. */
  private static @Nullable FileChannel lock(Path folder) throws IOException {
    Path file = folder.resolve(LOCK);
    FileChannel channel;
    try {
      channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (NoSuchFileException removed) {
      return null;
    }
    FileLock lock = channel.tryLock();
    if (lock != null && Files.exists(file)) {
      return channel;
    }
    channel.close();
    return null;
  }

  Path path() {
    return path;
  }

  Path data() {
    return data(path);
  }

  static Path data(Path folder) {
    return folder.resolve("data");
  }

  /** Where the archive is unpacked. */
  Path programs() {
    return programs(path);
  }

  static Path programs(Path folder) {
    return folder.resolve("pg");
  }

  Path log() {
    return path.resolve(LOG);
  }

  /** Gives the folder back and removes it with all that is in it. */
  void remove() throws IOException {
    // Unlocked first, since Windows removes no open file; a start that now takes the folder for a
    // leftover helps to remove it.
    lock.close();
    try {
      removeTree(path);
    } finally {
      OURS.remove(path);
    }
  }

  /** Bears with others who write into the tree or remove it at the same time. */
  private static void removeTree(Path tree) throws IOException {
    for (int attempt = 1; Files.exists(tree); attempt++) {
      try {
        Files.walkFileTree(tree, new Removal());
      } catch (NoSuchFileException | DirectoryNotEmptyException changedMeanwhile) {
        if (attempt == REMOVALS) {
          throw changedMeanwhile;
        }
      }
    }
  }

  private static final class Removal extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
      if (failure instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw failure;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
        throws IOException {
      if (failure != null) {
        throw failure;
      }
      Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
