package dev.turnwise.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.model.Position;
import dev.turnwise.store.EventPage;
import dev.turnwise.store.EventQuery;
import dev.turnwise.testkit.fake.Rooms;
import dev.turnwise.testkit.fake.TestChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What names the numbering that a position belongs to. */
class TimelineEpochTest {

  private final TestDatabase database = new TestDatabase();
  private final String room = Rooms.uniqueId("room");
  private PostgresStore store;

  @BeforeEach
  void open() {
    store = database.newStore();
    store.open(Rooms.room(room, TestChannel.PHONE.in(room)));
  }

  @AfterEach
  void close() {
    store.close();
    database.close();
  }

  private String epoch(PostgresStore of) {
    EventPage page = of.page(EventQuery.latest(room));
    assertThat(Position.parse(new Position(page.epoch(), 3).toString()))
        .isEqualTo(new Position(page.epoch(), 3));
    return page.epoch();
  }

  @Test
  void allWorkersOfOneServerSeeTheSameOne() {
    try (PostgresStore other = database.newStore()) {
      assertThat(epoch(store)).isEqualTo(epoch(store)).isEqualTo(epoch(other));
    }
  }

  @Test
  void itNamesTheServerAndItsTimeline() {
    assertThat(epoch(store))
        .isEqualTo(
            "0-"
                + database.ask("SELECT system_identifier FROM pg_control_system()")
                + "-"
                + database.ask("SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)"));
    assertThat(store.page(EventQuery.latest("nowhere")).epoch()).isEqualTo(epoch(store));
  }

  @Test
  void renumberingARoomChangesItThere() {
    String before = epoch(store);

    database.run("UPDATE room_heads SET timeline_epoch = timeline_epoch + 1");

    assertThat(epoch(store)).startsWith("1-").isNotEqualTo(before);
  }

  @Test
  void aRoleThatMayNotAskForTheServersIdentityGetsTheOneOfItsStart() {
    String role = "plain_" + room.replace("-", "_");
    database.run("CREATE ROLE " + role + " LOGIN PASSWORD 'x'");
    database.run("GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + role);
    database.run("REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC");
    try {
      String dsn =
          database
              .dsn()
              .replaceAll("user=[^&]*", "user=" + role)
              .replaceAll("password=[^&]*", "password=x");
      try (PostgresStore plain = PostgresStore.at(dsn);
          PostgresStore again = PostgresStore.at(dsn)) {
        assertThat(epoch(plain))
            .startsWith("0-start")
            .isEqualTo(epoch(again))
            .isNotEqualTo(epoch(store));
      }
    } finally {
      database.run("GRANT EXECUTE ON FUNCTION pg_control_system() TO PUBLIC");
      database.run("DROP OWNED BY " + role);
      database.run("DROP ROLE " + role);
    }
  }
}
