package dev.turnwise;

import dev.turnwise.channel.Channel;
import dev.turnwise.channel.ChannelRegistry;
import dev.turnwise.hook.HookRegistry;
import dev.turnwise.store.WorkerInfo;
import dev.turnwise.store.WorkerRegistration;
import dev.turnwise.store.WorkerRow;
import dev.turnwise.store.WorkerStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This worker among the others: its registration, and a look at who is gone. */
final class Workers {

  private static final Logger LOG = LoggerFactory.getLogger(Workers.class);

  private final WorkerStore store;
  private final HookRegistry hooks;
  private final WorkerRegistration registration;
  private final String id;
  private final Set<String> channels;
  private volatile boolean saidHooks;
  private Set<String> warnedAbout = Set.of();
  private Set<String> workersAtClearing = Set.of();
  private long hooksAtClearing = -1;

  Workers(WorkerStore store, String id, ChannelRegistry channels, HookRegistry hooks) {
    this.store = store;
    this.hooks = hooks;
    this.id = id;
    this.channels = channels.all().stream().map(Channel::id).collect(Collectors.toSet());
    this.saidHooks = hooks.gatesAny();
    this.registration = store.register(new WorkerInfo(id, this.channels, saidHooks));
    if (registration.followsDead()) {
      gone(id);
    }
  }

  /**
   * Says whether there are hooks that decide, also when that seems to be known: the registry is
   * asked again at the moment of each change, so of two that say it at once none says something old
   * in the end.
   *
   * @return whether the store has heard it
   */
  boolean tellOfHooks() {
    saidHooks = hooks.gatesAny();
    return registration.update(before -> before.withHooks(hooks.gatesAny()));
  }

  /**
   * Says what has changed, notices the dead, clears gates that nobody needs, warns of differences.
   */
  void look() {
    if (saidHooks != hooks.gatesAny()) {
      tellOfHooks();
    }
    store.markDead().forEach(Workers::gone);
    List<WorkerRow> live = new ArrayList<>(store.workers());
    live.removeIf(row -> row.state() != WorkerRow.WorkerState.LIVE);
    clearGates(live);
    warnOfDifferences(live);
  }

  /**
   * Looks over all rooms, so only when somebody who may have set gates came or went since it last
   * found none needed.
   */
  private void clearGates(List<WorkerRow> live) {
    long hooksSeen = hooks.gatesAdded();
    Set<String> ids = live.stream().map(row -> row.info().id()).collect(Collectors.toSet());
    boolean changed = hooksSeen != hooksAtClearing || !ids.equals(workersAtClearing);
    if (changed
        && live.stream().noneMatch(row -> row.info().hasHooks())
        && store.clearUnneededGates().isPresent()) {
      hooksAtClearing = hooksSeen;
      workersAtClearing = ids;
    }
  }

  /**
   * Workers that share rooms should have the same channels and hooks; each difference is told once.
   */
  private void warnOfDifferences(List<WorkerRow> live) {
    Set<String> differing = new TreeSet<>();
    for (WorkerRow row : live) {
      boolean same =
          row.info().channels().equals(channels) && row.info().hasHooks() == hooks.gatesAny();
      if (!same) {
        differing.add(row.info().id());
      }
    }
    if (!differing.isEmpty() && !differing.equals(warnedAbout)) {
      LOG.warn("live workers {} have other channels or hooks than this one ({})", differing, id);
    }
    warnedAbout = differing;
  }

  private static void gone(String worker) {
    LOG.warn("worker {} is gone without having left", worker);
  }

  void drain() {
    registration.drain();
  }

  void close() {
    registration.close();
  }
}
