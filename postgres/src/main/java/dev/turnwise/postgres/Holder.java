package dev.turnwise.postgres;

/** The session that holds a key, as the server knows it. */
record Holder(int pid, String applicationName) {

  /** For messages. */
  String inWords() {
    return "pid %d, application %s"
        .formatted(pid, applicationName.isBlank() ? "unnamed" : applicationName);
  }
}
