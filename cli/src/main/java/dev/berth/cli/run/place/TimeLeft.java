package dev.berth.cli.run.place;

import java.time.Duration;
import java.time.Instant;

/**
 * How long a command may go on.
 *
 * @param end when its time is over, by the clock of the service
 * @param left until then, by the monotonic clock of this machine
 * @param grace how long it may take to end when it is asked to
 */
public record TimeLeft(Instant end, Duration left, Duration grace) {}
