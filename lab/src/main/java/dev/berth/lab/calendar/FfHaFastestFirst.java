package dev.berth.lab.calendar;

import java.util.Comparator;

/** FF-HA that searches its lists in descending rate: what it is worth to keep fast servers for the jobs that need them. */
public final class FfHaFastestFirst extends LinkedLists {
    public FfHaFastestFirst() {
        super(Comparator.reverseOrder());
    }
}
