package dev.turnwise.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerFolderTest {
  @TempDir private Path root;

  @Test
  void aLiveOwnersFolderIsNoLeftover() throws Exception {
    ServerFolder mine = ServerFolder.claim(root);

    ServerFolder.removeLeftovers(
        root, folder -> assertThat(folder).as("taken for a leftover").isNull());

    assertThat(mine.path()).isDirectory();
    mine.remove();
  }

  @Test
  void removesAFolderWithoutAnOwnerAfterItsServerWasSeenTo() throws Exception {
    Path dead = Files.createDirectory(root.resolve("turnwise-pg-1-x"));
    Files.createDirectories(dead.resolve("data/base/1"));
    Files.writeString(dead.resolve("data/base/1/1"), "row");
    Path other = Files.createDirectory(root.resolve("somebody-elses"));
    var seen = new ArrayList<Path>();

    ServerFolder.removeLeftovers(root, seen::add);

    assertThat(seen).containsExactly(dead);
    assertThat(dead).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void theProcessIdOfAnotherProcessIsNotTakenForThePostmaster() throws Exception {
    Path data = Files.createDirectories(root.resolve("turnwise-pg-1-x/data"));
    Files.writeString(data.resolve("postmaster.pid"), ProcessHandle.current().pid() + "\n" + data);

    assertThat(Postmaster.on(data)).isEmpty();
  }
}
