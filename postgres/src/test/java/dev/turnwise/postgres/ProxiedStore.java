package dev.turnwise.postgres;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.Append;
import dev.turnwise.store.CommitBatch;
import dev.turnwise.store.HeadConditions;
import dev.turnwise.store.Placement;
import dev.turnwise.store.RoomCommit;
import dev.turnwise.store.RoomOutcome;
import dev.turnwise.testkit.fake.Events;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import dev.turnwise.testkit.fault.FaultProxy;
import dev.turnwise.testkit.fault.PgRoundTrips;
import java.time.Duration;
import java.util.List;

/** A store that reaches its database through a proxy with faults. */
final class ProxiedStore implements AutoCloseable {

  final TestDatabase database = new TestDatabase();
  final FaultProxy proxy;
  final PgRoundTrips roundTrips;
  final PostgresStore store;

  ProxiedStore(int maxSize) {
    PostgresDsn direct = PostgresDsn.parse(database.dsn());
    PostgresDsn.Server server = direct.servers().getFirst();
    proxy = FaultProxy.before(server.host(), server.port());
    roundTrips = PgRoundTrips.through(proxy);
    String through =
        "jdbc:postgresql://%s:%d/%s?user=%s&password=%s&sslmode=disable&gssEncMode=disable"
            .formatted(
                proxy.host(), proxy.port(), direct.database(), direct.user(), direct.password());
    store =
        PostgresStore.builder()
            .dsn(through)
            .maxSize(maxSize)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    store.init();
  }

  String newRoom() {
    String id = Rooms.uniqueId("room");
    store.open(
        Rooms.room(id, TestChannel.PHONE.in(id), TestChannel.WEB.in(id), TestChannel.AGENT.in(id)));
    return id;
  }

  static CommitBatch batch(String room, Append... appends) {
    return CommitBatch.of(RoomCommit.of(room, HeadConditions.ungated(1), List.of(appends)));
  }

  static CommitBatch lone(String room, String text) {
    return batch(room, Append.of(Events.text(room, text)));
  }

  RoomOutcome commit(CommitBatch batch) {
    return store.commit(batch).getFirst();
  }

  static List<RoomEvent> stored(RoomOutcome outcome) {
    return ((RoomOutcome.Applied) outcome)
        .placements().stream().map(placement -> ((Placement.Stored) placement).event()).toList();
  }

  @Override
  public void close() {
    store.close();
    proxy.close();
    database.close();
  }
}
