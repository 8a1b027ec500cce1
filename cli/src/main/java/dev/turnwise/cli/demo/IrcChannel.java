package dev.turnwise.cli.demo;

import dev.turnwise.channel.Channel;
import dev.turnwise.model.ChannelType;

/** The channel that the log lines come through; messages carry all that it needs. */
final class IrcChannel implements Channel {
  static final String ID = "irc";

  @Override
  public String id() {
    return ID;
  }

  @Override
  public ChannelType type() {
    return ChannelType.custom("irc");
  }

  @Override
  public String providerName() {
    return "turnwise-demo";
  }
}
