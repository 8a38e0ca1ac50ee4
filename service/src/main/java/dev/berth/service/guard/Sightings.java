package dev.berth.service.guard;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.service.runs.Run;
import dev.berth.service.runs.Runs;
import dev.berth.site.View;
import dev.berth.wire.Times;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Latest readings of the guards of all hosts. In memory only: a guard reports everything in every round. After a restart or a gap
 * all times count from zero, so that no reservation is given back too early.
 */
public final class Sightings {
    private static final Logger LOG = LoggerFactory.getLogger(Sightings.class);

    /** A host whose guard was silent for longer is not known any more. */
    public static final Duration FRESH = Duration.ofMinutes(5);

    private final NoShowLimits limits;
    private final UnixUsers users;
    private final TreeMap<String, Seen> byHost = new TreeMap<>();
    private final Set<String> silent = new HashSet<>();
    private long begun;

    private final Doubts doubts = new Doubts();
    private final Attendance attendance = new Attendance();
    private final Uses uses = new Uses();
    private final CardExcesses excesses = new CardExcesses();

    /**
     * State of a host, by its latest reading.
     *
     * @param watched the reservations that were looked at
     * @param covered how many reservations of each pool were looked at
     */
    private record Seen(
            long at,
            Map<Sighting.Key, Sighting> intruders,
            Map<ReservationId, Doubts.Unused> unused,
            Set<ReservationId> watched,
            Map<PoolId, Integer> covered) {}

    /**
     * Report of the actions that a reading calls for.
     *
     * @param excesses shares of cards of which more is used than booked
     * @param noShows reservations whose owners have not come for too long, with the time since when
     * @param warnings reservations in a pause whose owners are to be warned now
     * @param pauses reservations whose owners were warned and have not come back in time
     */
    public record Report(
            long now,
            List<Sighting> intruders,
            List<CardExcess> excesses,
            Map<ReservationId, Long> noShows,
            Map<ReservationId, Pause> warnings,
            Map<ReservationId, Pause> pauses) {}

    /**
     * A reservation that was used, and is not any more.
     *
     * @param until when it is given back if nobody uses it until then
     */
    public record Pause(long since, long until) {}

    public Sightings(NoShowLimits limits, UnixUsers users) {
        this.limits = limits;
        this.users = users;
    }

    /** Whether a site has servers on a host. */
    public static boolean isKnown(View view, String host) {
        ServerNames names = ServerNames.of(view);
        return view.pools().stream()
                .flatMap(pool -> names.machines(pool.id()).stream())
                .anyMatch(machine -> machine.host().filter(host::equals).isPresent());
    }

    /** Takes in a reading; it replaces what was known of its host. */
    public synchronized Report take(View view, HostReading reading) {
        HostComparison comparison = HostComparison.of(view, reading, users);
        long now = view.now();
        Optional<Seen> before = fresh(reading.host(), now).filter(seen -> now - seen.at() <= reading.longestGap());
        Map<Sighting.Key, Sighting> intruders = new HashMap<>();
        for (Sighting each : comparison.intruders()) {
            Optional<Sighting> known = before.map(seen -> seen.intruders().get(each.key()));
            begun += known.isPresent() ? 0 : 1;
            intruders.putIfAbsent(
                    each.key(), each.seenSince(known.map(Sighting::since).orElse(now)));
        }
        Map<ReservationId, Doubts.Unused> unused = new TreeMap<>();
        Map<ReservationId, Long> watched = new TreeMap<>();
        Map<PoolId, Integer> covered = new HashMap<>();
        attendance.keep(id -> view.reservation(id).isPresent());
        for (Reservation each : comparison.covered()) {
            PoolId pool = each.placement().pool();
            covered.merge(pool, 1, Integer::sum);
            watched.put(each.id(), each.window().end());
            Optional<Doubts.Unused> known = before.map(seen -> seen.unused().get(each.id()));
            if (known.isEmpty()) {
                attendance.forgetWarning(each.id());
            }
            boolean isUsed = comparison.isUsed(each.id()) || hasRunner(view, each.id());
            if (isUsed || hasRun(view, each.id()) || !isWatched(each, before, now - reading.longestGap())) {
                attendance.came(each.id());
            }
            Optional<Long> limit = limits.of(pool);
            if (limit.isPresent() && !isUsed) {
                long since = known.map(Doubts.Unused::since).orElse(now);
                unused.put(
                        each.id(),
                        new Doubts.Unused(
                                each.id(),
                                pool,
                                Math.max(each.window().start(), since),
                                attendance.hasCome(each.id()) ? 2 * limit.get() : limit.get()));
            }
        }
        uses.take(reading.host(), comparison, before.isPresent(), now);
        List<CardExcess> exceeded = excesses.take(view, reading, users, before.isPresent());
        heard(reading.host(), now);
        byHost.put(reading.host(), new Seen(now, intruders, unused, watched.keySet(), covered));
        doubt(covered.keySet(), reading.longestGap(), now);
        return report(now, sorted(intruders), exceeded, unused.values(), watched);
    }

    /** Whether its start was seen, and all that came after it. */
    private static boolean isWatched(Reservation each, Optional<Seen> before, long gap) {
        return each.window().start() >= gap
                || before.filter(seen -> seen.watched().contains(each.id())).isPresent();
    }

    /**
     * Sorts the unused reservations into no-shows, warnings and pauses; an owner is warned when half of the allowed pause is
     * over.
     */
    private Report report(
            long now,
            List<Sighting> intruders,
            List<CardExcess> exceeded,
            Collection<Doubts.Unused> unused,
            Map<ReservationId, Long> ends) {
        Map<ReservationId, Long> noShows = new TreeMap<>();
        Map<ReservationId, Pause> warnings = new TreeMap<>();
        Map<ReservationId, Pause> pauses = new TreeMap<>();
        for (Doubts.Unused each : unused) {
            ReservationId id = each.id();
            long patience = doubts.patience(each);
            long unusedFor = now - each.since();
            Optional<Long> warned = attendance.warned(id);
            if (!attendance.hasCome(id)) {
                if (unusedFor >= patience) {
                    noShows.put(id, each.since());
                }
            } else if (warned.isEmpty()) {
                long until = Math.max(each.since() + patience, now + patience / 2);
                if (unusedFor >= patience / 2 && until < ends.getOrDefault(id, 0L)) {
                    warnings.put(id, new Pause(each.since(), until));
                }
            } else if (unusedFor >= patience && now >= warned.get()) {
                pauses.put(id, new Pause(each.since(), warned.get()));
            }
        }
        return new Report(now, intruders, exceeded, noShows, warnings, pauses);
    }

    /** The owner was told of a pause. */
    public synchronized void warned(ReservationId id, long until) {
        attendance.warned(id, until);
    }

    private void doubt(Set<PoolId> pools, long within, long now) {
        List<Doubts.Unused> all = unused(now);
        doubts.keep(all.stream().map(Doubts.Unused::id).collect(Collectors.toSet()));
        for (PoolId pool : pools) {
            doubts.look(
                    all.stream().filter(each -> each.pool().equals(pool)).toList(),
                    known(now)
                            .mapToInt(seen -> seen.covered().getOrDefault(pool, 0))
                            .sum(),
                    within);
        }
        doubts.tell(doubts.heldBack(all, now));
    }

    private Stream<Seen> known(long now) {
        return byHost.keySet().stream().flatMap(host -> fresh(host, now).stream());
    }

    private List<Doubts.Unused> unused(long now) {
        return known(now).flatMap(seen -> seen.unused().values().stream()).toList();
    }

    /** Reservations that would have been given back if they had not become unused together with others, by pool. */
    public synchronized List<Doubted> heldBack(long now) {
        return doubts.heldBack(unused(now), now);
    }

    private void heard(String host, long now) {
        Seen last = byHost.get(host);
        if (last == null) {
            LOG.atInfo().addKeyValue("host", host).log("Guard reports");
        } else if (now - last.at() > FRESH.toMillis()) {
            silent.remove(host);
            LOG.atInfo()
                    .addKeyValue("host", host)
                    .addKeyValue("last", Times.instant(last.at()))
                    .log("Guard reports again");
        }
    }

    /** Writes to the log which guards have fallen silent, each once. */
    synchronized void look(long now) {
        byHost.forEach((host, seen) -> {
            if (now - seen.at() > FRESH.toMillis() && silent.add(host)) {
                LOG.atWarn()
                        .addKeyValue("host", host)
                        .addKeyValue("last", Times.instant(seen.at()))
                        .log("Guard is silent: nobody watches this host");
            }
        });
    }

    /** Others are told by the guards now: what was known here is of no use any more. */
    synchronized void forget() {
        byHost.clear();
        uses.forget();
        excesses.forget();
        silent.clear();
        attendance.clear();
    }

    /** Whether a command runs in the reservation: then its owner has come, whether it computes yet or not. */
    public static boolean hasRunner(View view, ReservationId id) {
        return view.facts(Runs.class).of(id).filter(Run::isRunning).isPresent();
    }

    /** Whether a command was ever run in the reservation: then its owner has come, even if the command is over. */
    private static boolean hasRun(View view, ReservationId id) {
        return view.facts(Runs.class).of(id).isPresent();
    }

    private Optional<Seen> fresh(String host, long now) {
        Seen last = byHost.get(host);
        return last == null || now - last.at() > FRESH.toMillis() ? Optional.empty() : Optional.of(last);
    }

    private static List<Sighting> sorted(Map<Sighting.Key, Sighting> intruders) {
        return intruders.values().stream()
                .sorted(Comparator.comparingLong(Sighting::since)
                        .thenComparingLong(Sighting::pid)
                        .thenComparing(each -> String.join(",", each.servers())))
                .toList();
    }

    /** All that are known now, host by host. */
    public synchronized List<Sighting> all(long now) {
        return known(now).flatMap(seen -> sorted(seen.intruders()).stream()).toList();
    }

    /** The servers of a pool that somebody uses without a reservation, such as cards; processors are shared by all. */
    synchronized ServerSet used(View view, PoolId pool) {
        Set<String> names = all(view.now()).stream()
                .filter(each -> each.pool().equals(pool.name()))
                .flatMap(each -> each.servers().stream())
                .collect(Collectors.toSet());
        return names.isEmpty()
                ? ServerSet.EMPTY
                : ServerSet.of(ServerNames.of(view).machines(pool).stream()
                        .filter(machine -> names.contains(machine.name()))
                        .mapToInt(ServerMachine::number)
                        .toArray());
    }

    /** How reservations are used, host by host; those whose servers no guard looks at are left out. */
    public synchronized List<ReservationUse> uses(long now) {
        return uses.all(now);
    }

    /** Shares of cards of which more is used than booked. */
    public synchronized List<CardExcess> excesses(long now) {
        return excesses.all(now);
    }

    /** The use without a reservation of a process that was seen in the latest reading. */
    public synchronized Optional<Sighting> find(String host, long pid, long now) {
        return fresh(host, now).stream()
                .flatMap(seen -> seen.intruders().values().stream())
                .filter(each -> each.pid() == pid)
                .findAny();
    }

    /** How many uses without a reservation were seen since the service was started. */
    public synchronized long begun() {
        return begun;
    }
}
