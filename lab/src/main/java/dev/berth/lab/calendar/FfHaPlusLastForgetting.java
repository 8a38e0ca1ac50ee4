package dev.berth.lab.calendar;

/** FF-HA+ that searches the last marked first and forgets the past. */
public final class FfHaPlusLastForgetting extends ForgettingPast {
    public FfHaPlusLastForgetting() {
        super("ff-ha-plus-last");
    }
}
