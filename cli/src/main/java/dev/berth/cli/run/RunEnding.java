package dev.berth.cli.run;

/**
 * The end of a command.
 *
 * @param cutShort whether its runner stopped it
 * @param outOfMemory whether it failed after Linux had killed processes of it because it had no memory left
 */
record RunEnding(int code, boolean cutShort, boolean outOfMemory) {}
