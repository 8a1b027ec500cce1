package dev.turnwise.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookFilter;
import dev.turnwise.hook.HookTrigger;
import dev.turnwise.identity.IdentityDecision;
import dev.turnwise.identity.IdentityResult;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.result.InboundResult;
import dev.turnwise.testkit.fake.FakeChannel;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Hooks about strangers are asked for the channels that they are for, and no others. */
class IdentityHookFilterTest {
  private final Turnwise turnwise =
      Turnwise.builder()
          .channel(FakeChannel.named("sms"))
          .channel(FakeChannel.named("web"))
          .identityResolver(question -> new IdentityResult.Unknown())
          .hook(
              Hook.onIdentity(
                      HookTrigger.ON_IDENTITY_UNKNOWN,
                      "no strangers on the web",
                      question -> new IdentityDecision.Rejected("unknown"))
                  .withFilter(new HookFilter(Set.of(), Set.of("web"), Set.of())))
          .build();
  private final String room =
      turnwise.createRoom(RoomSpec.create().withChannel("sms").withChannel("web")).id();

  @AfterEach
  void close() {
    turnwise.close();
  }

  private InboundResult from(String channel) {
    return turnwise.processInbound(InboundMessage.text(channel, "stranger", "hi").withRoomId(room));
  }

  @Test
  void aStrangerIsRefusedOnlyWhereTheHookIsFor() {
    assertThat(from("web")).isInstanceOf(InboundResult.Refused.class);
    assertThat(from("sms")).isInstanceOf(InboundResult.Stored.class);
  }
}
