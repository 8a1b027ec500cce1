package dev.turnwise;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.uuid.Generators;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Outside {@code runtime} nothing in core blocks, forks, sleeps or reads a clock, so that a
 * simulator can run it.
 */
@AnalyzeClasses(packages = "dev.turnwise", importOptions = DoNotIncludeTests.class)
class TasksSeamTest {

  /**
   * Data structures that never wait. Everything else in java.util.concurrent waits, forks or tells
   * the time.
   */
  private static final Set<String> NEVER_WAIT =
      Set.of(
          "ConcurrentHashMap",
          "ConcurrentLinkedDeque",
          "ConcurrentLinkedQueue",
          "ConcurrentMap",
          "ConcurrentNavigableMap",
          "ConcurrentSkipListMap",
          "ConcurrentSkipListSet",
          "CopyOnWriteArrayList",
          "CopyOnWriteArraySet",
          "TimeUnit");

  private static final DescribedPredicate<JavaClass> WAIT_OR_FORK =
      describe(
          "wait, fork or make ids from a clock",
          type ->
              type.isAssignableTo(Thread.class)
                  || type.isAssignableTo(Thread.Builder.class)
                  || type.getName().startsWith("java.util.Timer")
                  || type.getPackageName().startsWith("com.fasterxml.uuid")
                  || type.getPackageName().equals("java.util.concurrent.locks")
                  || (type.getPackageName().equals("java.util.concurrent")
                      && !NEVER_WAIT.contains(outermost(type))));

  private static final DescribedPredicate<JavaAccess<?>> READ_A_CLOCK_OR_WAIT =
      describe(
          "read a clock, wait on a monitor, or run in parallel",
          access -> {
            JavaClass owner = access.getTargetOwner();
            return switch (access.getTarget().getName()) {
              case "nanoTime", "currentTimeMillis" -> owner.isEquivalentTo(System.class);
              case "now" -> owner.getPackageName().startsWith("java.time");
              case "system",
                  "systemUTC",
                  "systemDefaultZone",
                  "tickMillis",
                  "tickSeconds",
                  "tickMinutes" ->
                  owner.isEquivalentTo(Clock.class);
              case "wait" -> owner.isEquivalentTo(Object.class);
              case "parallelStream", "parallel" -> owner.getPackageName().startsWith("java.util");
              default -> false;
            };
          });

  @ArchTest
  static final ArchRule onlyRuntimeTouchesThreadsAndTime =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.turnwise.runtime..")
          .should()
          .dependOnClassesThat(WAIT_OR_FORK)
          .orShould()
          .accessTargetWhere(READ_A_CLOCK_OR_WAIT);

  @ParameterizedTest
  @ValueSource(
      classes = {
        Forks.class,
        Locks.class,
        Waits.class,
        WaitsOnAMonitor.class,
        Completes.class,
        Queues.class,
        ReadsTheWallClock.class,
        ReadsAClockObject.class,
        ReadsTheMonotonicClock.class,
        RunsInParallel.class,
        DrawsAnIdFromTheClock.class
      })
  void theRuleCatches(Class<?> offender) {
    assertThatThrownBy(
            () ->
                onlyRuntimeTouchesThreadsAndTime.check(
                    new ClassFileImporter().importClasses(offender)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(offender.getSimpleName());
  }

  @Test
  void theRuleLetsDataStructuresPass() {
    assertThatCode(
            () ->
                onlyRuntimeTouchesThreadsAndTime.check(
                    new ClassFileImporter().importClasses(Counts.class)))
        .doesNotThrowAnyException();
  }

  private static String outermost(JavaClass type) {
    return type.getEnclosingClass().map(TasksSeamTest::outermost).orElse(type.getSimpleName());
  }

  static final class Forks {
    void run(Runnable body) {
      Thread.ofVirtual().start(body);
    }
  }

  static final class Locks {
    private final ReentrantLock lock = new ReentrantLock();

    boolean isFree() {
      return !lock.isLocked();
    }
  }

  static final class Waits {
    void run(CountDownLatch latch) throws InterruptedException {
      latch.await();
    }
  }

  static final class WaitsOnAMonitor {
    synchronized void run() throws InterruptedException {
      while (true) {
        wait();
      }
    }
  }

  static final class Completes {
    CompletableFuture<Void> run(Runnable body) {
      return CompletableFuture.runAsync(body);
    }
  }

  static final class Queues {
    private final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();

    String run() throws InterruptedException {
      return queue.take();
    }
  }

  static final class ReadsTheWallClock {
    Instant run() {
      return Instant.now();
    }
  }

  static final class ReadsAClockObject {
    Clock run() {
      return Clock.systemUTC();
    }
  }

  static final class ReadsTheMonotonicClock {
    long run() {
      return System.nanoTime();
    }
  }

  static final class RunsInParallel {
    long run(List<String> list) {
      return list.parallelStream().count();
    }
  }

  static final class DrawsAnIdFromTheClock {
    UUID run() {
      return Generators.timeBasedEpochGenerator().generate();
    }
  }

  static final class Counts {
    private final ConcurrentMap<String, AtomicLong> counts = new ConcurrentHashMap<>();

    long run(String key) {
      return counts.computeIfAbsent(key, k -> new AtomicLong()).incrementAndGet();
    }
  }
}
