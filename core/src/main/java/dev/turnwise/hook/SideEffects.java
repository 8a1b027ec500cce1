package dev.turnwise.hook;

import dev.turnwise.model.Observation;
import dev.turnwise.model.Task;
import java.util.List;
import java.util.stream.Stream;

/** What a hook leaves besides its decision; kept whether it allows or blocks. */
public record SideEffects(
    List<InjectedEvent> injected, List<Task> tasks, List<Observation> observations) {

  public static final SideEffects NONE = new SideEffects(List.of(), List.of(), List.of());

  public SideEffects {
    injected = List.copyOf(injected);
    tasks = List.copyOf(tasks);
    observations = List.copyOf(observations);
  }

  /** These and then those. */
  public SideEffects and(SideEffects more) {
    return new SideEffects(
        joined(injected, more.injected),
        joined(tasks, more.tasks),
        joined(observations, more.observations));
  }

  private static <T> List<T> joined(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
