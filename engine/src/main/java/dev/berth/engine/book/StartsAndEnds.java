package dev.berth.engine.book;

import dev.berth.engine.handout.Handout;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/** Effects of time alone on a pool: reservations start, on servers that are settled then, and end; outages end. */
final class StartsAndEnds {
    private StartsAndEnds() {}

    /** Adds what starts and ends in the pool up to and including a time, in the order in which it happens. */
    static void until(long to, Roster roster, List<Event> events) {
        Iterator<Reservation> starting = roster.startingBy(to);
        if (starting.hasNext()) {
            startsAndEnds(roster, starting, to, events);
        } else {
            // Without a start nobody needs to know which servers are free.
            roster.endingBy(to).forEachRemaining(ended -> events.add(ended(ended)));
        }
        for (Outage outage : roster.outages()) {
            if (outage.window().end() <= to) {
                events.add(new Event.OutageEnded(roster.pool().id(), outage));
            }
        }
    }

    private static void startsAndEnds(Roster roster, Iterator<Reservation> starting, long to, List<Event> events) {
        if (roster.pool().hasParts()) {
            onHosts(roster, starting, to, events);
            return;
        }
        Handout handout = new Handout(roster, to);
        while (starting.hasNext()) {
            Reservation reservation = starting.next();
            if (reservation.state() == Reservation.State.HELD) {
                continue; // expired by its start
            }
            handout.endUntil(reservation.window().start(), ended -> events.add(ended(ended)));
            ServerSet servers = handout.give(reservation, true);
            if (servers == null) {
                throw new IllegalStateException("no server for " + reservation + " at its start");
            }
            events.add(new Event.Started(reservation.id(), servers));
        }
        handout.endUntil(to, ended -> events.add(ended(ended)));
    }

    /** On hosts with parts everybody has hosts and devices that fit together with all others. */
    private static void onHosts(Roster roster, Iterator<Reservation> starting, long to, List<Event> events) {
        PriorityQueue<Reservation> running = new PriorityQueue<>(Roster.BY_END);
        roster.endingBy(to).forEachRemaining(running::add);
        while (starting.hasNext()) {
            Reservation reservation = starting.next();
            if (reservation.state() == Reservation.State.HELD) {
                continue; // expired by its start
            }
            endUntil(reservation.window().start(), running, events);
            events.add(
                    new Event.Started(reservation.id(), reservation.placement().servers()));
            if (reservation.window().end() <= to) {
                running.add(reservation);
            }
        }
        endUntil(to, running, events);
    }

    private static void endUntil(long time, PriorityQueue<Reservation> running, List<Event> events) {
        while (!running.isEmpty() && running.peek().window().end() <= time) {
            events.add(ended(running.remove()));
        }
    }

    private static Event ended(Reservation reservation) {
        return new Event.Closed(reservation.id(), Event.Cause.ENDED);
    }
}
