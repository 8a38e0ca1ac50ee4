package dev.berth.engine.book;

import dev.berth.engine.admission.Placing;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.calendar.Repacking;
import dev.berth.engine.handout.Naming;
import dev.berth.engine.handout.Roster;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a reservation that waits can be settled on servers of one set, such as the cards of one host. It keeps its
 * window and everybody else keeps theirs: those who were named these servers get others, or it is refused.
 */
final class SettleStep {
    private final State state;

    SettleStep(State state) {
        this.state = state;
    }

    /** Servers of one set, and how many of them are better left to others. */
    private record Choice(ServerSet servers, int shunned, int left) {
        /**
         * Order of preference: the fewest servers better left to others, then the fewest left over in the set, so that
         * other sets stay whole.
         */
        static final Comparator<Choice> BEST =
                Comparator.comparingInt(Choice::shunned).thenComparingInt(Choice::left);
    }

    Decision settle(Reservation reservation, Command.Settle command) {
        Refusal refusal = settled(reservation);
        if (refusal != null) {
            return new Refused(refusal);
        }
        Roster roster = state.roster(reservation.placement().pool());
        if (roster.pool().hasParts()) {
            return command.devices().isEmpty()
                    ? onHosts(reservation, command)
                    : onDevices(roster, reservation, command);
        }
        if (state.calendar.namesServers()) {
            // The policy has named its servers once and for all.
            ServerSet named = reservation.placement().servers();
            return command.among().stream().anyMatch(set -> named.stream().allMatch(set::contains))
                    ? new Accepted(List.of(new Event.Bound(reservation.id(), named)))
                    : new Refused(noRoom(reservation));
        }
        Trial trial = new Trial(state);
        try {
            trial.add(new Event.Closed(reservation.id(), Event.Cause.CANCELLED));
            for (Choice choice : choices(roster, reservation, command)) {
                state.effort.spend(Naming.stepsOfAll(roster, roster.waiting().size()));
                Map<ReservationId, ServerSet> renamed =
                        Naming.withOutages(roster, taken(reservation, choice.servers()), state.now);
                if (renamed != null) {
                    List<Event> events = new ArrayList<>();
                    renamed.forEach((id, servers) -> events.add(new Event.Renamed(id, servers)));
                    events.add(new Event.Bound(reservation.id(), choice.servers()));
                    return new Accepted(List.copyOf(events));
                }
            }
            return new Refused(noRoom(reservation));
        } finally {
            trial.undo();
        }
    }

    /** Its own hosts, if they are of one set, or others of a set that have room at its time. */
    private Decision onHosts(Reservation reservation, Command.Settle command) {
        ServerSet own = reservation.placement().servers();
        if (command.among().stream().anyMatch(set -> own.stream().allMatch(set::contains))) {
            return new Accepted(List.of(new Event.Bound(reservation.id(), own)));
        }
        Trial trial = new Trial(state);
        try {
            trial.add(new Event.Closed(reservation.id(), Event.Cause.CANCELLED));
            for (ServerSet set : command.among()) {
                Placement placement = state.calendar.sameTime(reservation.placement(), set::contains);
                if (placement != null) {
                    return new Accepted(List.of(
                            new Event.Repacked(List.of(reservation.withPlacement(placement))),
                            new Event.Bound(reservation.id(), placement.servers())));
                }
            }
            return new Refused(noRoom(reservation));
        } finally {
            trial.undo();
        }
    }

    /** Exactly these devices, if they are free or those who wait on them can go to others at their own times. */
    private Decision onDevices(Roster roster, Reservation reservation, Command.Settle command) {
        Placement own = reservation.placement();
        ServerSet hosts = command.among().getFirst();
        if (hosts.size() != own.count() || !areAsMany(command.devices(), own)) {
            return new Refused(noRoom(reservation));
        }
        Placement wanted = own.withServers(hosts).withTaken(own.taken().withDevices(command.devices()));
        Trial trial = new Trial(state);
        try {
            trial.add(new Event.Closed(reservation.id(), Event.Cause.CANCELLED));
            List<Reservation> moved = new ArrayList<>();
            if (!state.calendar.isFree(wanted)) {
                Repacking cleared = state.calendar.clear(wanted, roster::waiting);
                if (cleared == null) {
                    return new Refused(noRoom(reservation));
                }
                moved.addAll(Placing.repacked(roster, cleared));
            }
            moved.add(reservation.withPlacement(wanted));
            return new Accepted(
                    List.of(new Event.Repacked(List.copyOf(moved)), new Event.Bound(reservation.id(), hosts)));
        } finally {
            trial.undo();
        }
    }

    private static boolean areAsMany(Devices devices, Placement own) {
        boolean areAsMany = devices.servers() <= own.count();
        for (int i = 0; i < own.count(); i++) {
            areAsMany &= Long.bitCount(devices.bits(i))
                    == Long.bitCount(own.taken().devices().bits(i));
        }
        return areAsMany;
    }

    private static @Nullable Refusal settled(Reservation reservation) {
        return switch (reservation.state()) {
            case WAITING -> null;
            case HELD -> new Refusal.NotConfirmed(reservation.id());
            case BOUND ->
                new Refusal.AlreadyBound(
                        reservation.id(),
                        reservation.window().start(),
                        reservation.placement().servers());
            case RUNNING ->
                new Refusal.AlreadyStarted(
                        reservation.id(), reservation.window().start());
        };
    }

    private static Refusal noRoom(Reservation reservation) {
        return new Refusal.NoCapacity(
                reservation.job().id(),
                reservation.placement().count(),
                reservation.window().start(),
                reservation.window().end(),
                List.of(reservation.placement().pool()));
    }

    private static List<Outage> taken(Reservation reservation, ServerSet servers) {
        return servers.stream()
                .mapToObj(server -> new Outage(server, reservation.window()))
                .toList();
    }

    /** Choices of servers, the best first: one for each set that has enough free servers. */
    private static List<Choice> choices(Roster roster, Reservation reservation, Command.Settle command) {
        BitSet free = new BitSet();
        free.set(0, roster.pool().servers());
        roster.running().stream()
                .filter(running -> running.window().overlaps(reservation.window()))
                .forEach(running -> running.placement().servers().forEach(free::clear));
        roster.obstacles().stream()
                .filter(obstacle -> obstacle.window().overlaps(reservation.window()))
                .forEach(obstacle -> free.clear(obstacle.server()));
        BitSet named = new BitSet();
        roster.waiting().stream()
                .filter(other -> other.window().overlaps(reservation.window()))
                .forEach(other -> other.placement().servers().forEach(named::set));
        ServerSet shunned = roster.shunned();
        int count = reservation.placement().count();
        List<Choice> choices = new ArrayList<>();
        for (ServerSet set : command.among()) {
            List<Integer> usable = set.stream()
                    .filter(free::get)
                    .boxed()
                    .sorted(Comparator.comparing((Integer server) -> shunned.contains(server))
                            .thenComparing(server -> named.get(server))
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
            if (usable.size() >= count) {
                ServerSet servers = ServerSet.of(usable.stream()
                        .limit(count)
                        .mapToInt(Integer::intValue)
                        .sorted()
                        .toArray());
                choices.add(new Choice(
                        servers,
                        (int) servers.stream().filter(shunned::contains).count(),
                        usable.size() - count));
            }
        }
        choices.sort(Choice.BEST);
        return choices;
    }
}
