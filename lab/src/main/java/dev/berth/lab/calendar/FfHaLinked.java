package dev.berth.lab.calendar;

import java.util.Comparator;

/** FF-HA as linked lists, one for each rate, the slowest first. */
public final class FfHaLinked extends LinkedLists {
    public FfHaLinked() {
        super(Comparator.naturalOrder());
    }
}
