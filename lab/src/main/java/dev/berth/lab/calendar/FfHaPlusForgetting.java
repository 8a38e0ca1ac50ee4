package dev.berth.lab.calendar;

/** FF-HA+ that forgets the past. */
public final class FfHaPlusForgetting extends ForgettingPast {
    public FfHaPlusForgetting() {
        super("ff-ha-plus");
    }
}
