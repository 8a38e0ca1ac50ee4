package dev.berth.service.guard;

import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Window;
import dev.berth.service.adoption.Adoptions;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.runs.Runs;
import dev.berth.site.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A reading of a host, compared with the book.
 *
 * @param intruders uses without a reservation
 * @param used the reservations that somebody uses who may: their owners, guests, whose command runs there, and adopted processes
 * @param unclear the reservations on whose servers root computes, as it does for whoever runs a container: perhaps for their owners
 * @param covered the reservations that run, and all of whose servers were looked at
 */
public record HostComparison(
        List<Sighting> intruders, Set<ReservationId> used, Set<ReservationId> unclear, List<Reservation> covered) {
    private static final String ROOT = "root";

    /** A server of a pool that was looked at. */
    private record Place(PoolId pool, ServerMachine machine) {}

    static HostComparison of(View view, HostReading reading, UnixUsers users) {
        Map<String, List<Place>> byDevice = new HashMap<>();
        List<Place> cores = new ArrayList<>();
        Map<Place, List<Reservation>> holders = new HashMap<>();
        List<Place> hosts = new ArrayList<>();
        Idlers idlers = Idlers.of(view);
        List<Reservation> covered = new ArrayList<>();
        for (Pool pool : view.pools()) {
            Map<Integer, Place> places = new HashMap<>();
            for (ServerMachine machine : ServerNames.of(view).machines(pool.id())) {
                if (!machine.host().filter(reading.host()::equals).isPresent()) {
                    continue;
                }
                Place place = new Place(pool.id(), machine);
                if (pool.hasParts() && machine.device().isEmpty()) {
                    // Which of its owners has which card is not known here: whoever has any part of the host may use
                    // it.
                    hosts.add(place);
                    places.put(machine.number(), place);
                    if (reading.cores()) {
                        cores.add(place);
                    }
                } else if (machine.device().isEmpty() && reading.cores()) {
                    cores.add(place);
                    places.put(machine.number(), place);
                } else if (machine.device().filter(reading.devices()::contains).isPresent()) {
                    byDevice.computeIfAbsent(machine.device().get(), any -> new ArrayList<>())
                            .add(place);
                    places.put(machine.number(), place);
                }
            }
            if (places.isEmpty()) {
                continue;
            }
            for (Reservation each : view.within(pool.id(), new Window(view.now(), view.now() + 1))) {
                if (each.isRunning()) {
                    boolean[] isWhole = {!pool.hasParts() || wasLookedAt(pool.parts(), each, reading)};
                    each.placement().servers().forEach(number -> {
                        Place place = places.get(number);
                        isWhole[0] &= place != null;
                        if (place != null) {
                            holders.computeIfAbsent(place, any -> new ArrayList<>())
                                    .add(each);
                        }
                    });
                    if (isWhole[0]) {
                        covered.add(each);
                    }
                }
            }
        }
        Map<ReservationId, Set<String>> inside = new HashMap<>();
        List<Sighting> intruders = new ArrayList<>();
        Set<ReservationId> used = new HashSet<>();
        Set<ReservationId> unclear = new HashSet<>();
        Adoptions adoptions = view.facts(Adoptions.class);
        for (HostReading.Use use : reading.uses()) {
            List<Place> places = use.devices().isEmpty()
                    ? cores
                    : Stream.concat(
                                    use.devices().stream()
                                            .flatMap(device -> byDevice.getOrDefault(device, List.of()).stream()),
                                    hosts.stream())
                            .toList();
            Set<ReservationId> own = new HashSet<>();
            for (Place place : places) {
                for (Reservation holder : holders.getOrDefault(place, List.of())) {
                    if (inside.computeIfAbsent(holder.id(), id -> unixUsers(view, holder, users))
                                    .contains(use.user())
                            || adoptions.isNamed(holder.id(), reading.host(), use.user(), use.pid())) {
                        own.add(holder.id());
                    } else if (use.user().equals(ROOT)) {
                        unclear.add(holder.id());
                    }
                }
            }
            used.addAll(own);
            boolean mayBeThere = places.stream()
                    .anyMatch(place -> idlers.on(place.pool(), place.machine().number())
                            .anyMatch(user -> users.of(user).equals(use.user())));
            if (own.isEmpty() && !places.isEmpty() && !mayBeThere) {
                intruders.add(new Sighting(
                        reading.host(),
                        use.user(),
                        use.pid(),
                        use.process(),
                        view.now(),
                        places.getFirst().pool().name(),
                        use.devices().isEmpty()
                                ? List.of()
                                : places.stream()
                                        .map(place -> place.machine().name())
                                        .distinct()
                                        .toList()));
            }
        }
        return new HostComparison(intruders, used, unclear, covered);
    }

    /** The Unix users whose processes may be in a reservation. */
    public static Set<String> unixUsers(View view, Reservation reservation, UnixUsers users) {
        return Runs.inside(view, reservation).stream().map(users::of).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether all that a reservation has of a host was looked at: its devices, and the processors if it has anything else. */
    private static boolean wasLookedAt(Parts parts, Reservation each, HostReading reading) {
        Slice slice = each.placement().taken().slice();
        boolean wasSeen = true;
        for (Part part : parts.all()) {
            Share share = slice.share();
            boolean has = slice.isWhole()
                    || slice.amounts().get(part.name()) > 0
                    || (share != null && share.part().equals(part.name()));
            wasSeen &= !has || (part.numbered() ? !reading.devices().isEmpty() : reading.cores());
        }
        return wasSeen;
    }

    /** Whether a reservation is used, or may be. */
    boolean isUsed(ReservationId id) {
        return used.contains(id) || unclear.contains(id);
    }
}
