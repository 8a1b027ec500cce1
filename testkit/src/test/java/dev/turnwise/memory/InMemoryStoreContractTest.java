package dev.turnwise.memory;

import dev.turnwise.store.ConversationStore;
import dev.turnwise.testkit.contract.CommitContract;
import dev.turnwise.testkit.contract.HeadConditionContract;
import dev.turnwise.testkit.contract.HeadTampering;
import dev.turnwise.testkit.contract.IdempotencyContract;
import dev.turnwise.testkit.contract.MutationContract;
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
}
