package dev.berth.service.guard;

import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** How the reservations of each host are used, as its guard has seen last. */
final class Uses {
    private record Seen(long at, Map<ReservationId, ReservationUse> uses) {}

    private final TreeMap<String, Seen> byHost = new TreeMap<>();

    /**
     * Takes in a reading; it replaces what was known of its host.
     *
     * @param isContinued whether the reading before it is recent enough that its times count on
     */
    void take(String host, HostComparison comparison, boolean isContinued, long now) {
        Map<ReservationId, ReservationUse> before = isContinued
                ? Optional.ofNullable(byHost.get(host)).map(Seen::uses).orElse(Map.of())
                : Map.of();
        Map<ReservationId, ReservationUse> uses = new TreeMap<>();
        for (Reservation each : comparison.covered()) {
            ReservationUse.State state = state(comparison, each.id());
            long since = Optional.ofNullable(before.get(each.id()))
                    .filter(use -> use.state() == state)
                    .map(ReservationUse::since)
                    .orElse(now);
            uses.put(each.id(), new ReservationUse(each.id(), host, state, since));
        }
        byHost.put(host, new Seen(now, uses));
    }

    private static ReservationUse.State state(HostComparison comparison, ReservationId id) {
        if (comparison.used().contains(id)) {
            return ReservationUse.State.USED;
        }
        return comparison.unclear().contains(id) ? ReservationUse.State.UNCLEAR : ReservationUse.State.IDLE;
    }

    /** Uses on all hosts whose guards report. */
    List<ReservationUse> all(long now) {
        return byHost.values().stream()
                .filter(seen -> now - seen.at() <= Sightings.FRESH.toMillis())
                .flatMap(seen -> seen.uses().values().stream())
                .toList();
    }

    void forget() {
        byHost.clear();
    }
}
