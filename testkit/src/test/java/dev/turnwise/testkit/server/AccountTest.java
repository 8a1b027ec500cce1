package dev.turnwise.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AccountTest {
  @TempDir private Path root;

  static Stream<Account> accountsForRoot() {
    return Stream.of(new Account.Namespace(), Account.Nobody.SETPRIV);
  }

  @ParameterizedTest
  @MethodSource("accountsForRoot")
  @EnabledOnOs(value = OS.LINUX, disabledReason = "these programs are Linux's")
  void runsTheServerForRoot(Account account) throws Exception {
    assumeTrue(userIsRoot(), "only root has to change the account");
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));

    LocalPostgres server = LocalPostgres.start(root, ownFolder -> account);
    try {
      server.restart();
      try (var connection = DriverManager.getConnection(server.dsn().jdbcUrl())) {
        assertThat(connection.isValid(5)).isTrue();
      }
    } finally {
      server.close();
    }
    assertThat(root).isEmptyDirectory();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no root")
  void choosesAnotherAccountForRootAlone() throws Exception {
    Account account = Account.choose(Files.createDirectory(root.resolve("own")));

    assertThat(account instanceof Account.Current).isEqualTo(!userIsRoot());
  }

  private static boolean userIsRoot() throws Exception {
    return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }
}
