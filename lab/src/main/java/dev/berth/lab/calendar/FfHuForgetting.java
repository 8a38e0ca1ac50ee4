package dev.berth.lab.calendar;

/** FF-HU that forgets the past. */
public final class FfHuForgetting extends ForgettingPast {
    public FfHuForgetting() {
        super("ff-hu");
    }
}
