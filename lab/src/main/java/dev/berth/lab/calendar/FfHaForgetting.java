package dev.berth.lab.calendar;

/** FF-HA that forgets the past. */
public final class FfHaForgetting extends ForgettingPast {
    public FfHaForgetting() {
        super("ff-ha");
    }
}
