package dev.turnwise.testkit.sim;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks one at a time. At each scheduling point the running task hands the baton to whom the
 * seed picks; time is virtual and moves on when nobody can run, or when the pace says so.
 *
 * <p>Everything in here is touched only by the thread that has the baton, so there are no locks. A
 * task that blocks its thread by other means than this scheduler stops the simulation, which {@link
 * #run} notices and reports with that thread's stack.
 */
final class Scheduler {

  /** A step takes microseconds; but the machine may be busy. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final String END_OF_PAUSE = "resume";

  /** Wakes a task, or ends a process's pause, at a moment. */
  private record Timer(long atNanos, long order, Runnable fire) {}

  /** Makes a sleeping task ready after so many steps. */
  private record Alarm(long atStep, long order, SimTask task, int waits) {}

  private final Duration patience;
  private final Choices choices;
  private final Pace pace;
  private final long maxSteps;
  private final @Nullable Consumer<String> trace;
  private final List<SimTask> living = new ArrayList<>();
  private final List<SimTask> ready = new ArrayList<>();
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::atNanos).thenComparingLong(Timer::order));
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(Comparator.comparingLong(Alarm::atStep).thenComparingLong(Alarm::order));
  private final List<Throwable> failures = new ArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private @Nullable SimTask current;
  private int taskCount;
  private long order;
  private long step;

  /** The same, for whoever watches from outside. */
  private volatile long progress;

  private long nowNanos;
  private long hash = 17;

  /**
   * @param maxSteps more steps count as "will never end"
   * @param trace told of each step in words, for replays; null for speed
   */
  Scheduler(Choices choices, Pace pace, long maxSteps, @Nullable Consumer<String> trace) {
    this(choices, pace, maxSteps, trace, PATIENCE);
  }

  /**
   * @param patience real time in which it must make a step
   */
  Scheduler(
      Choices choices,
      Pace pace,
      long maxSteps,
      @Nullable Consumer<String> trace,
      Duration patience) {
    this.patience = patience;
    this.choices = choices;
    this.pace = pace;
    this.maxSteps = maxSteps;
    this.trace = trace;
  }

  /**
   * Runs {@code root} as the first task, and all that it forks, until it ends; then abandons the
   * others. To be called once, from outside.
   *
   * @throws SimulationStuckException if nobody can run any more, or if it does not come to an end
   */
  void run(SimProcess process, Runnable root) {
    SimTask first =
        add(
            process,
            "root",
            () -> {
              try {
                root.run();
              } catch (RuntimeException | AssertionError failure) {
                failures.add(failure);
              }
              requireTask().abandon();
              over.countDown();
            });
    current = first;
    ready.remove(first);
    first.giveBaton();
    awaitEnd();
    // From here on nobody has the baton.
    living.forEach(SimTask::abandon);
    living.forEach(Scheduler::join);
    for (Throwable failure : failures) {
      if (failure instanceof SimulationStuckException stuck) {
        throw stuck;
      }
    }
  }

  private void awaitEnd() {
    try {
      long seen = -1;
      while (!over.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        if (seen == progress) {
          throw new SimulationStuckException(
              "a task blocks its thread outside the simulation: " + blocked());
        }
        seen = progress;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SimulationStuckException("the simulation was interrupted");
    }
  }

  private String blocked() {
    SimTask task = current;
    if (task == null) {
      return "none has the baton";
    }
    return task.describe()
        + Arrays.stream(task.thread().getStackTrace())
            .map(frame -> "\n  at " + frame)
            .collect(Collectors.joining());
  }

  private static void join(SimTask task) {
    if (!task.isStarted()) {
      return;
    }
    try {
      if (!task.thread().join(PATIENCE)) {
        throw new SimulationStuckException(task.describe() + " does not end when abandoned");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SimulationStuckException("the simulation was interrupted");
    }
  }

  /** What escaped from tasks; a task's failure does not end the simulation. */
  List<Throwable> failures() {
    return List.copyOf(failures);
  }

  /** Digest of every step so far: equal for equal schedules. */
  long traceHash() {
    return hash;
  }

  long step() {
    return step;
  }

  long nowNanos() {
    return nowNanos;
  }

  /** A new task, ready to run. */
  SimTask fork(SimProcess process, String name, Runnable body) {
    requireTask();
    return add(process, name, body);
  }

  private SimTask add(SimProcess process, String name, Runnable body) {
    SimTask[] self = new SimTask[1];
    SimTask task =
        new SimTask(++taskCount, name, process, pace.weight(choices), () -> runBody(self[0], body));
    self[0] = task;
    living.add(task);
    ready.add(task);
    return task;
  }

  private void runBody(SimTask task, Runnable body) {
    try {
      body.run();
    } catch (Abandoned abandoned) {
      throw abandoned;
    } catch (Throwable failure) {
      failures.add(failure);
    }
    task.requireAlive();
    living.remove(task);
    note("end of", task.name());
    passOn(null);
  }

  /**
   * Runs a task that has just been forked up to its first scheduling point, before anybody else.
   * False, without effect, if its process does not run.
   */
  boolean runFirst(SimTask task) {
    SimTask self = requireTask();
    if (!task.process().isRunning()) {
      return false;
    }
    note("run first", task.name());
    ready.add(self);
    ready.remove(task);
    current = task;
    task.giveBaton();
    self.takeBaton();
    return true;
  }

  /** Anybody may run now. */
  void point(String what, String subject) {
    SimTask self = requireTask();
    note(what, subject);
    if (self.process().isRunning() && choices.chance(pace.stay())) {
      return;
    }
    ready.add(self);
    passOn(self);
  }

  /** Waits until {@link #wake} or, if there is a limit, until so much time has passed. */
  void await(String what, long atMostNanos) {
    SimTask self = requireTask();
    note("await", what);
    self.waitFor(what);
    if (atMostNanos != Long.MAX_VALUE) {
      int wait = self.waits();
      at(nowNanos + Math.max(atMostNanos, 0), () -> wakeFrom(self, wait));
    }
    passOn(self);
  }

  /** Lets time pass for the running task. */
  void sleep(Duration time) {
    await("the end of its sleep", time.toNanos());
  }

  /** Lets others make so many steps, or as many as they can. */
  void awaitSteps(int steps) {
    SimTask self = requireTask();
    note("await steps", self.name());
    self.waitFor("steps of others");
    alarms.add(new Alarm(step + steps, order++, self, self.waits()));
    passOn(self);
  }

  /** Makes a waiting task ready; no effect on others. */
  void wake(SimTask task) {
    if (!task.isReady()) {
      task.wake();
      ready.add(task);
    }
  }

  private void wakeFrom(SimTask task, int wait) {
    if (task.waits() == wait) {
      wake(task);
    }
  }

  /** Runs something at a moment, between two tasks. */
  private void at(long nanos, Runnable fire) {
    timers.add(new Timer(nanos, order++, fire));
  }

  /** Interrupts a task: what it waits for as a caller, or waits for next, ends. */
  void interrupt(SimTask task) {
    requireTask();
    task.interrupt();
    wake(task);
  }

  /** Stops a process for a time, unless it is stopped or gone. */
  void pause(SimProcess process, Duration time) {
    requireTask();
    if (!process.isRunning()) {
      return;
    }
    note("pause", process.name());
    long until = nowNanos + time.toNanos();
    process.pauseUntil(until);
    at(until, () -> resume(process, until));
  }

  private void resume(SimProcess process, long until) {
    if (process.state() instanceof SimProcess.State.Paused(var planned) && planned == until) {
      note(END_OF_PAUSE, process.name());
      process.resume();
    }
  }

  /** Ends a process where it stands. */
  void crash(SimProcess process) {
    requireTask();
    if (!process.isCrashed()) {
      note("crash", process.name());
      process.crash();
    }
  }

  /** The running task. */
  SimTask requireTask() {
    SimTask task = current;
    if (task == null || Thread.currentThread() != task.thread()) {
      // The unwinding thread of an abandoned task, which has no business here.
      throw new Abandoned();
    }
    task.requireAlive();
    return task;
  }

  private void note(String what, String subject) {
    step++;
    progress = step;
    SimTask task = current;
    hash = hash * 31 + what.hashCode();
    hash = hash * 31 + subject.hashCode();
    hash = hash * 31 + (task == null ? 0 : task.number());
    hash = hash * 31 + nowNanos;
    if (trace != null) {
      trace.accept(inWords(task, what, subject));
    }
  }

  private String inWords(@Nullable SimTask task, String what, String subject) {
    String who =
        task == null ? "-" : task.process().name() + "/" + task.name() + "#" + task.number();
    return step + " " + Duration.ofNanos(nowNanos) + " " + who + " " + what + " " + subject;
  }

  /** Gives the baton to whom the seed picks; returns when {@code self}, if given, has it again. */
  private void passOn(@Nullable SimTask self) {
    SimTask next = step > maxSteps ? null : next();
    if (next == null) {
      failures.add(stuck());
      over.countDown();
      if (self != null) {
        self.abandon();
        self.requireAlive();
      }
      return;
    }
    ready.remove(next);
    current = next;
    if (next == self) {
      return;
    }
    next.giveBaton();
    if (self != null) {
      self.takeBaton();
    }
  }

  private SimulationStuckException stuck() {
    String why =
        step > maxSteps
            ? "no end after " + maxSteps + " steps"
            : "nobody can run, and no time is awaited";
    return new SimulationStuckException(
        why
            + ", at "
            + Duration.ofNanos(nowNanos)
            + living.stream().map(task -> "\n  " + task.describe()).collect(Collectors.joining()));
  }

  private @Nullable SimTask next() {
    ringAlarms();
    if (!timers.isEmpty() && choices.chance(pace.haste())) {
      advance();
    }
    while (true) {
      SimTask picked = pick();
      if (picked != null) {
        return picked;
      }
      // Whoever waits for others' steps would wait for ever while these wait for time; but if time
      // always had to stand still for them, nothing would ever happen to somebody who waits.
      if (!alarms.isEmpty() && (timers.isEmpty() || choices.chance(0.5))) {
        wakeFrom(alarms.peek().task(), alarms.poll().waits());
      } else if (timers.isEmpty()) {
        return null;
      } else {
        advance();
      }
    }
  }

  private void ringAlarms() {
    while (!alarms.isEmpty() && alarms.peek().atStep() <= step) {
      Alarm alarm = alarms.poll();
      wakeFrom(alarm.task(), alarm.waits());
    }
  }

  private void advance() {
    Timer timer = timers.poll();
    nowNanos = Math.max(nowNanos, timer.atNanos());
    timer.fire().run();
  }

  private @Nullable SimTask pick() {
    double total = 0;
    for (SimTask task : ready) {
      total += task.process().isRunning() ? task.weight() : 0;
    }
    double left = choices.fraction() * total;
    SimTask last = null;
    for (SimTask task : ready) {
      if (task.process().isRunning()) {
        last = task;
        left -= task.weight();
        if (left < 0) {
          return task;
        }
      }
    }
    return last;
  }
}
