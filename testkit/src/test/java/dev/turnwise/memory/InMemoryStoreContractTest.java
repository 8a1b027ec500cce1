package dev.turnwise.memory;

import dev.turnwise.store.ConversationStore;
import dev.turnwise.testkit.contract.AuditContract;
import dev.turnwise.testkit.contract.BindingChangeContract;
import dev.turnwise.testkit.contract.CommitContract;
import dev.turnwise.testkit.contract.ConfigureContract;
import dev.turnwise.testkit.contract.GateContract;
import dev.turnwise.testkit.contract.HeadConditionContract;
import dev.turnwise.testkit.contract.HeadTampering;
import dev.turnwise.testkit.contract.IdempotencyContract;
import dev.turnwise.testkit.contract.IdentifyContract;
import dev.turnwise.testkit.contract.LifecycleContract;
import dev.turnwise.testkit.contract.MutationContract;
import dev.turnwise.testkit.contract.ParticipantContract;
import dev.turnwise.testkit.contract.ReadMarkerContract;
import dev.turnwise.testkit.contract.RoomOpeningContract;
import dev.turnwise.testkit.contract.RoundTripContract;
import dev.turnwise.testkit.contract.RoutingContract;
import dev.turnwise.testkit.contract.StatusChangeContract;
import dev.turnwise.testkit.contract.TimelinePageContract;
import dev.turnwise.testkit.contract.TimerContract;
import dev.turnwise.testkit.contract.VisibilityContract;
import dev.turnwise.testkit.contract.WorkContract;
import dev.turnwise.testkit.contract.WorkerContract;
import org.junit.jupiter.api.Nested;

/** The in-memory store keeps the contract of every store. */
class InMemoryStoreContractTest {

  private final InMemoryStore store = new InMemoryStore();
  private final HeadTampering heads = new InMemoryHeads(store);

  @Nested
  class Commit extends CommitContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class HeadCondition extends HeadConditionContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Idempotency extends IdempotencyContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Mutation extends MutationContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class RoomOpening extends RoomOpeningContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class BindingChange extends BindingChangeContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class StatusChange extends StatusChangeContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Configure extends ConfigureContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Participant extends ParticipantContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class TimelinePage extends TimelinePageContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Visibility extends VisibilityContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class ReadMarker extends ReadMarkerContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Routing extends RoutingContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Timer extends TimerContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Work extends WorkContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class RoundTrip extends RoundTripContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Audit extends AuditContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Lifecycle extends LifecycleContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Gate extends GateContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Identify extends IdentifyContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }

  @Nested
  class Worker extends WorkerContract {
    @Override
    protected ConversationStore store() {
      return store;
    }

    @Override
    protected HeadTampering heads() {
      return heads;
    }
  }
}
