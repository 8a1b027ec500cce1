package dev.turnwise.testkit.server;

import dev.turnwise.error.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The user that PostgreSQL's programs run as: ourselves, or, because they refuse root, somebody
 * harmless.
 */
sealed interface Account {

  /** The command line that runs this one as the account. */
  List<String> command(List<String> program);

  /** Makes the folder and what lies directly in it the account's own, where it is not yet. */
  void own(Path folder) throws IOException;

  /** How a server finds its account. */
  interface Choice {
    Account of(Path ownFolder) throws IOException;
  }

  /** This JVM's user. */
  record Current() implements Account {
    @Override
    public List<String> command(List<String> program) {
      return program;
    }

    @Override
    public void own(Path folder) {}
  }

  /**
   * Root inside a user namespace that maps nobody: the programs see an ordinary user, the files
   * stay root's.
   */
  record Namespace() implements Account {
    @Override
    public List<String> command(List<String> program) {
      return prefixed(List.of("unshare", "-U"), program);
    }

    @Override
    public void own(Path folder) {}
  }

  /** The user {@code nobody}, by way of a program that root may switch users with. */
  record Nobody(List<String> switching) implements Account {
    static final Nobody SETPRIV =
        new Nobody(List.of("setpriv", "--reuid=nobody", "--clear-groups", "--"));
    static final Nobody SUDO = new Nobody(List.of("sudo", "-n", "-u", "nobody", "--"));

    @Override
    public List<String> command(List<String> program) {
      return prefixed(switching, program);
    }

    @Override
    public void own(Path folder) throws IOException {
      var nobody =
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
      Files.setOwner(folder, nobody);
      try (Stream<Path> children = Files.list(folder)) {
        for (Path child : children.toList()) {
          Files.setOwner(child, nobody);
        }
      }
    }
  }

  /**
   * The first account that works here.
   *
   * @param ownFolder a folder that this JVM has just created
   * @throws ConfigurationException when this JVM is root and no other account is to be had
   */
  static Account choose(Path ownFolder) throws IOException {
    // Java does not tell its user's id, but a file that it creates does.
    if (Platform.WINDOWS || !Integer.valueOf(0).equals(Files.getAttribute(ownFolder, "unix:uid"))) {
      return new Current();
    }
    return Stream.of(new Namespace(), Nobody.SETPRIV, Nobody.SUDO)
        .filter(Account::works)
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationException(
                    "user",
                    "is root, as which PostgreSQL does not run, and neither unshare, setpriv nor"
                        + " sudo leads to another one",
                    "run as another user, or name a server of your own in "
                        + PostgresServer.VARIABLE));
  }

  /** Whether the account has a name (PostgreSQL looks it up) other than root. */
  private static boolean works(Account account) {
    try {
      Process id =
          new ProcessBuilder(account.command(List.of("id", "-un")))
              .redirectErrorStream(true)
              .start();
      id.getOutputStream().close();
      var name = new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return id.waitFor(5, TimeUnit.SECONDS) && id.exitValue() == 0 && !name.equals("root");
    } catch (IOException notInstalled) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static List<String> prefixed(List<String> prefix, List<String> program) {
    return Stream.concat(prefix.stream(), program.stream()).toList();
  }
}
