package dev.turnwise.testkit.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.turnwise.RoomSpec;
import dev.turnwise.Turnwise;
import dev.turnwise.TurnwiseBuilder;
import dev.turnwise.TurnwiseConfig;
import dev.turnwise.channel.Channel;
import dev.turnwise.hook.Hook;
import dev.turnwise.hook.HookTrigger;
import dev.turnwise.identity.Identity;
import dev.turnwise.identity.IdentityDecision;
import dev.turnwise.identity.IdentityResolver;
import dev.turnwise.identity.IdentityResult;
import dev.turnwise.model.ChannelType;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.Identification;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.Participant;
import dev.turnwise.model.RoomEvent;
import dev.turnwise.model.Visibility;
import dev.turnwise.observe.FrameworkEvent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.result.RefusalReason;
import dev.turnwise.store.EventQuery;
import dev.turnwise.testkit.fake.FakeChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who a sender is, and what becomes of the message of one who is not known. */
class IdentityTest {

  private static final Identity ANN = Identity.of("ann").named("Ann");
  private static final Identity BOB = Identity.of("bob");

  private final List<FrameworkEvent> told = new CopyOnWriteArrayList<>();
  private final TurnwiseBuilder builder =
      Turnwise.builder().channel(FakeChannel.named("sms")).channel(new Terminal());
  private Turnwise turnwise;
  private String room;

  /** A channel whose senders are participants already. */
  private record Terminal() implements Channel {
    @Override
    public String id() {
      return "terminal";
    }

    @Override
    public ChannelType type() {
      return ChannelType.CLI;
    }

    @Override
    public String providerName() {
      return "terminal";
    }

    @Override
    public boolean namesParticipants() {
      return true;
    }
  }

  private void start(IdentityResolver resolver) {
    turnwise = builder.identityResolver(resolver).build();
    turnwise.on(FrameworkEvent.class, told::add);
    room = turnwise.createRoom(RoomSpec.create().withChannel("sms").withChannel("terminal")).id();
  }

  private void decide(HookTrigger trigger, IdentityDecision decision) {
    builder.hook(Hook.onIdentity(trigger, "decides", question -> decision));
  }

  @AfterEach
  void close() {
    turnwise.close();
  }

  private InboundResult send() {
    return turnwise.processInbound(InboundMessage.text("sms", "+49170", "hi").withRoomId(room));
  }

  private String sender(InboundResult result) {
    return ((InboundResult.Stored) result).event().source().participantId();
  }

  private Participant only() {
    assertThat(turnwise.participants(room)).hasSize(1);
    return turnwise.participants(room).getFirst();
  }

  private List<RoomEvent> timeline() {
    return turnwise.events(EventQuery.after(room, -1)).events();
  }

  private void assertRefused(RefusalReason reason) {
    assertThat(send()).isEqualTo(new InboundResult.Refused(reason));
    assertThat(turnwise.participants(room)).isEmpty();
  }

  @Test
  void anIdentifiedSenderIsAParticipantUnderItsIdentity() {
    start(question -> new IdentityResult.Identified(ANN));

    assertThat(sender(send())).isEqualTo("ann");
    assertThat(only().identification()).isEqualTo(Identification.IDENTIFIED);
    assertThat(only().identityId()).isEqualTo("ann");
    assertThat(only().displayName()).isEqualTo("Ann");
    assertThat(only().resolvedBy()).isEqualTo("auto");
    await().until(() -> told.contains(new FrameworkEvent.IdentityResolved(room, "ann", "ann")));
  }

  @Test
  void oneOfSeveralIsPendingUntilSomebodySaysWhich() {
    start(question -> new IdentityResult.Ambiguous(List.of(ANN, BOB)));

    assertThat(sender(send())).isEqualTo("+49170");
    assertThat(only().identification()).isEqualTo(Identification.PENDING);
    assertThat(only().candidates()).containsExactly("ann", "bob");
    assertThat(only().displayName()).isEqualTo("+49170");
  }

  @Test
  void aHookSaysWhichOfSeveralItIs() {
    decide(HookTrigger.ON_IDENTITY_AMBIGUOUS, new IdentityDecision.Resolved(BOB));
    start(question -> new IdentityResult.Ambiguous(List.of(ANN, BOB)));

    assertThat(sender(send())).isEqualTo("bob");
    assertThat(only().identification()).isEqualTo(Identification.IDENTIFIED);
    await().until(() -> told.contains(new FrameworkEvent.IdentityResolved(room, "bob", "bob")));
  }

  @Test
  void aStrangerIsAnUnknownParticipant() {
    start(question -> new IdentityResult.Unknown());

    assertThat(sender(send())).isEqualTo("+49170");
    assertThat(only().identification()).isEqualTo(Identification.UNKNOWN);
  }

  @Test
  void aHookMakesAnIdentityOfAStranger() {
    decide(HookTrigger.ON_IDENTITY_UNKNOWN, new IdentityDecision.Created(ANN));
    start(question -> new IdentityResult.Unknown());

    assertThat(sender(send())).isEqualTo("ann");
    assertThat(only().identityId()).isEqualTo("ann");
  }

  @Test
  void aRejectedSenderLeavesNothing() {
    decide(HookTrigger.ON_IDENTITY_UNKNOWN, new IdentityDecision.Rejected("nobody knows you"));
    start(question -> new IdentityResult.Unknown());

    assertRefused(RefusalReason.IDENTITY_REJECTED);
    assertThat(timeline()).isEmpty();
  }

  @Test
  void aResolverMayRejectToo() {
    start(question -> new IdentityResult.Rejected("blocked"));

    assertRefused(RefusalReason.IDENTITY_REJECTED);
    assertThat(timeline()).isEmpty();
  }

  @Test
  void aChallengeIsForTheSendersChannelAlone() {
    decide(
        HookTrigger.ON_IDENTITY_UNKNOWN,
        new IdentityDecision.Challenge(List.of(EventDraft.text("who are you?"))));
    start(question -> new IdentityResult.Unknown());

    assertRefused(RefusalReason.IDENTITY_CHALLENGED);
    assertThat(timeline())
        .singleElement()
        .satisfies(
            challenge -> {
              assertThat(challenge.source().isSystem()).isTrue();
              assertThat(challenge.visibility()).isEqualTo(Visibility.of("sms"));
            });
  }

  @Test
  void aResolverThatTakesTooLongLeavesTheSenderUnknownAndTheMessageGoesOn() {
    CountDownLatch never = new CountDownLatch(1);
    builder.config(TurnwiseConfig.DEFAULT.withIdentityTimeout(Duration.ofMillis(50)));
    start(
        question -> {
          never.await();
          return new IdentityResult.Identified(ANN);
        });

    assertThat(sender(send())).isEqualTo("+49170");
    assertThat(only().identification()).isEqualTo(Identification.UNKNOWN);
    await().until(() -> told.contains(new FrameworkEvent.IdentityTimedOut(room, "+49170")));
    never.countDown();
  }

  @Test
  void aResolverThatFailsLeavesTheSenderUnknown() {
    start(
        question -> {
          throw new IllegalStateException("directory is down");
        });

    assertThat(sender(send())).isEqualTo("+49170");
    await().until(() -> told.stream().anyMatch(event -> event instanceof FrameworkEvent.Failed));
  }

  @Test
  void whoIsAParticipantAlreadyIsNotAskedAbout() {
    AtomicInteger asked = new AtomicInteger();
    start(
        question -> {
          asked.incrementAndGet();
          return new IdentityResult.Rejected("a stranger");
        });

    assertThat(
            sender(
                turnwise.processInbound(
                    InboundMessage.text("terminal", "host-made", "hi").withRoomId(room))))
        .isEqualTo("host-made");
    assertThat(asked).hasValue(0);
    assertThat(turnwise.participants(room)).isEmpty();
  }
}
