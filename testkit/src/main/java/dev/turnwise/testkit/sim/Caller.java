package dev.turnwise.testkit.sim;

import dev.turnwise.Turnwise;
import dev.turnwise.model.EditContent;
import dev.turnwise.model.EventContent;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.InboundMessage;
import dev.turnwise.model.TextContent;
import dev.turnwise.result.InboundResult;
import dev.turnwise.testkit.history.Invoke;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Somebody who sends messages, and repeats those with a key when no answer comes. */
final class Caller {

  private static final int MOST_ATTEMPTS = 3;

  /**
   * Something to be said.
   *
   * @param room as the history calls it
   * @param roomId null for the conversation that finds its room itself
   * @param channel null to send in the name of the framework's own channel
   */
  private record Message(
      String room,
      @Nullable String roomId,
      String channel,
      boolean inbound,
      EventContent content,
      @Nullable String key) {}

  private final World world;
  private final Scheduler scheduler;
  private final Choices choices;
  private final Recorder recorder;
  private final Answers answers;
  private final String name;
  private final List<String> rooms;
  private final List<Message> sent = new ArrayList<>();

  /** The last event that this caller is known to have stored, by room: what it may edit. */
  private final Map<String, UUID> stored = new HashMap<>();

  Caller(World world, Choices choices, String name, List<String> rooms) {
    this.world = world;
    this.scheduler = world.scheduler();
    this.recorder = world.recorder();
    this.answers = new Answers(world);
    this.choices = choices;
    this.name = name;
    this.rooms = rooms;
  }

  void run() {
    int left = world.plan().messages();
    while (left > 0) {
      if (choices.chance(0.3)) {
        scheduler.awaitSteps(choices.between(1, 60));
      }
      List<Worker> serving = world.serving();
      if (serving.isEmpty()) {
        scheduler.sleep(Duration.ofSeconds(1));
        continue;
      }
      Worker worker = choices.of(serving);
      if (left > 1 && choices.chance(0.25)) {
        left -= burst(worker, Math.min(left, choices.between(2, 4)));
      } else {
        left--;
        insist(worker, message());
      }
    }
  }

  /** One message, with its repeats if it has a key. */
  private void insist(Worker first, Message message) {
    Worker worker = first;
    for (int attempt = 1; ; attempt++) {
      boolean settled =
          (message.key() != null && choices.chance(0.1))
              ? offerTwice(worker, choices.of(world.serving()), message)
              : offer(worker, message);
      List<Worker> serving = world.serving();
      if (settled || message.key() == null || attempt == MOST_ATTEMPTS || serving.isEmpty()) {
        break;
      }
      worker = choices.of(serving);
    }
    sent.add(message);
  }

  /** Offers once and waits; true if the answer is definite and says that it is stored. */
  private boolean offer(Worker worker, Message message) {
    Invoke invoke = invoke(worker, message);
    Worker.Asked<InboundResult> asked = ask(worker, message, invoke);
    if (choices.chance(0.03)) {
      scheduler.awaitSteps(choices.between(1, 80));
      scheduler.interrupt(asked.task());
    }
    return settle(worker, invoke, asked, choices.chance(0.4));
  }

  /** Offers the same at once to two workers, as an impatient client does. */
  private boolean offerTwice(Worker one, Worker other, Message message) {
    Invoke first = invoke(one, message);
    Worker.Asked<InboundResult> asked = ask(one, message, first);
    Invoke second = invoke(other, message);
    Worker.Asked<InboundResult> askedAgain = ask(other, message, second);
    boolean settled = settle(one, first, asked, true);
    return settle(other, second, askedAgain, true) || settled;
  }

  private Worker.Asked<InboundResult> ask(Worker worker, Message message, Invoke invoke) {
    return worker.ask(world.client(), "call", engine -> send(engine, message, invoke.op()));
  }

  private boolean settle(
      Worker worker, Invoke invoke, Worker.Asked<InboundResult> asked, boolean patient) {
    Optional<UUID> id = answers.settle(worker, invoke, asked, patient);
    id.ifPresent(event -> stored.put(invoke.room(), event));
    return id.isPresent();
  }

  /** Several messages handed over in order, without waiting for the answers; returns how many. */
  private int burst(Worker worker, int count) {
    record Open(Invoke invoke, Worker.Asked<InboundResult> asked) {}
    List<Open> open = new ArrayList<>();
    String room = choices.of(rooms.stream().filter(id -> !id.equals(World.CONVERSATION)).toList());
    for (int i = 0; i < count && worker.process().isRunning(); i++) {
      Message message = hosted(room);
      Invoke invoke = invoke(worker, message);
      Worker.Asked<InboundResult> asked = ask(worker, message, invoke);
      // A host's send has no scheduling point before it is in the queue: so this hands it over.
      scheduler.runFirst(asked.task());
      open.add(new Open(invoke, asked));
      sent.add(message);
    }
    if (open.size() > 1) {
      world.tallied().reach(Reached.BURST);
    }
    open.forEach(each -> settle(worker, each.invoke(), each.asked(), true));
    return Math.max(open.size(), 1);
  }

  private Invoke invoke(Worker worker, Message message) {
    Invoke invoke =
        new Invoke(
            recorder.nextOp(),
            worker.name(),
            name,
            message.room(),
            message.key(),
            message.content().toString(),
            recorder.tick());
    recorder.record(invoke);
    return invoke;
  }

  private InboundResult send(Turnwise engine, Message message, long op) {
    Map<String, Object> metadata = Map.of(Speech.OP, op);
    if (message.inbound()) {
      InboundMessage inbound =
          InboundMessage.of(message.channel(), name, message.content())
              .withIdempotencyKey(message.key())
              .withMetadata(metadata);
      return engine.processInbound(
          message.roomId() != null
              ? inbound.withRoomId(message.roomId())
              : inbound.withChatId(World.CONVERSATION));
    }
    return engine.sendEvent(
        message.room(),
        message.channel(),
        EventDraft.of(message.content())
            .withParticipantId(name)
            .withIdempotencyKey(message.key())
            .withMetadata(metadata));
  }

  private Message message() {
    if (!sent.isEmpty() && choices.chance(0.1)) {
      return repeatOfOld();
    }
    String room = choices.of(rooms);
    if (room.equals(World.CONVERSATION)) {
      return new Message(room, null, World.LINE, true, speech(), key());
    }
    UUID mine = stored.get(room);
    if (mine != null && choices.chance(0.1)) {
      EventContent edit = new EditContent(mine, speech(), "sender");
      return new Message(room, room, choices.of(World.CHANNELS), true, edit, key());
    }
    return choices.chance(0.4)
        ? hosted(room)
        : new Message(room, room, choices.of(World.CHANNELS), true, speech(), key());
  }

  private Message hosted(String room) {
    return new Message(room, room, choices.of(World.CHANNELS), false, speech(), key());
  }

  /** An earlier message again, now and then with other words under the same key. */
  private Message repeatOfOld() {
    Message old = choices.of(sent);
    if (old.key() == null) {
      return old;
    }
    EventContent content = choices.chance(0.3) ? new TextContent("other words") : old.content();
    return new Message(old.room(), old.roomId(), old.channel(), old.inbound(), content, old.key());
  }

  private TextContent speech() {
    Speech speech = choices.chance(0.6) ? Speech.PLAIN : choices.of(Speech.values());
    if (speech == Speech.POISON && choices.chance(0.6)) {
      speech = Speech.PLAIN;
    }
    return new TextContent(speech.text(name));
  }

  private @Nullable String key() {
    return choices.chance(0.5) ? name + "-" + choices.below(1_000_000) : null;
  }
}
