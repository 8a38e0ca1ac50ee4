package dev.berth.lab.calendar;

/** FF-HU as a linked list of the idle periods of all servers. */
public final class FfHuLinked extends LinkedLists {
    public FfHuLinked() {
        super(null);
    }
}
