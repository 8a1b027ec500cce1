package dev.turnwise.hook;

import dev.turnwise.model.ChannelBinding;
import dev.turnwise.model.EventDraft;
import dev.turnwise.model.RoomEvent;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a hook may look at and do. Host code sees everything: no reader's visibility applies. */
public interface HookContext {

  String roomId();

  @Nullable String organizationId();

  /** The room's bindings by channel id. */
  Map<String, ChannelBinding> bindings();

  /** The last events, ascending; read from the store at this call. */
  List<RoomEvent> recentEvents(int limit);

  /**
   * Adds an event to this room right behind the one that the hook was asked about; see {@link
   * InjectedEvent}. Works from any thread, while the hook runs.
   *
   * @return the id that it will have
   * @throws IllegalStateException once the hook has ended
   */
  UUID inject(EventDraft draft);
}
