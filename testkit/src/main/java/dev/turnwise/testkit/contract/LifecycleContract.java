package dev.turnwise.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.turnwise.model.RoomEvent;
import dev.turnwise.store.StoreTraits;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Starting a store, and ending it. {@link #store()} must not be shared with other tests: it is
 * closed here.
 */
public abstract class LifecycleContract extends ConversationStoreContract {

  @Test
  void gettingReadyAgainKeepsEverything() {
    String room = newRoom();
    List<RoomEvent> events = append(room, "a", "b");

    assertUnwritten(room, () -> store().init());

    assertThat(timeline(room)).isEqualTo(events);
    assertThat(append(room, "c").getFirst().index()).isEqualTo(2);
  }

  @Test
  void manyMayGetReadyAtOnceWhileOthersWrite() {
    String room = newRoom();

    Together.run(
        8,
        i ->
            () -> {
              if (i % 2 == 0) {
                store().init();
              } else {
                append(room, "x");
              }
              return true;
            });

    assertThat(indices(room)).containsExactly(0L, 1L, 2L, 3L);
  }

  @Test
  void theKindOfAStoreIsConstantAndNamed() {
    StoreTraits traits = store().traits();

    assertThat(store().traits()).isEqualTo(traits);
    assertThat(traits.name()).matches("[A-Z][A-Za-z]+Store");
  }

  @Test
  void closingAgainDoesNothing() {
    append(newRoom(), "a");
    store().close();

    assertThatCode(() -> store().close()).doesNotThrowAnyException();
  }
}
