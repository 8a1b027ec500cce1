package dev.turnwise.cli;

import java.util.Optional;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "turnwise " + version(),
      "Java %s (%s), %s %s"
          .formatted(
              Runtime.version(),
              System.getProperty("java.vendor"),
              System.getProperty("os.name"),
              System.getProperty("os.arch"))
    };
  }

  private static String version() {
    // From the jar's manifest; classes that run unpacked have none.
    return Optional.ofNullable(VersionText.class.getPackage().getImplementationVersion())
        .orElse("(unpacked)");
  }
}
