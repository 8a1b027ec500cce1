package dev.turnwise.runtime;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochRandomGenerator;
import java.util.UUID;

/** Version 7 UUIDs (RFC 9562): time-ordered, so that indexes on them grow at one end. */
public final class TimeOrderedIds implements Ids {

  private final TimeBasedEpochRandomGenerator generator =
      Generators.timeBasedEpochRandomGenerator();

  @Override
  public UUID next() {
    return generator.generate();
  }
}
