package dev.turnwise.testkit.server;

/** Main class of a JVM that starts a server, reports its data directory and waits to be ended. */
final class Owner {
  private Owner() {}

  public static void main(String[] arguments) throws Exception {
    System.out.println("starting");
    PostgresServer server = PostgresServer.startLocal();
    System.out.println(server.dataDirectory());
    System.in.read();
  }
}
