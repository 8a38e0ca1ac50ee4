package dev.berth.slurm;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.OverrunPolicy;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Window;
import dev.berth.wire.ReservationName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * Use of reservations by their owners, as far as the book has to know: none, so that the nodes can be given back, or jobs
 * that last longer than the reservation, so that it has to be extended. Kept in memory: after a restart or a silence of the
 * cluster an idle reservation is watched anew.
 */
final class OwnerUse {
    /** An extension is asked for so long before the end, once for each end: many jobs end before their limit. */
    private static final long BEFORE_THE_END = 120_000;

    /** Time after the start beyond which a reservation seen for the first time may already have been used. */
    private static final long FIRST_LOOK = 120_000;

    private final ClusterSettings settings;
    private final Map<String, Long> idleSince = new HashMap<>();
    private final Set<String> watched = new HashSet<>();
    /** Names of reservations that their owners have used, or may have used. */
    private final Set<String> used = new HashSet<>();
    /** When those are given back whose owners were told so, until they are used again. */
    private final Map<String, Long> warned = new HashMap<>();

    private final Map<String, Long> asked = new HashMap<>();

    OwnerUse(ClusterSettings settings) {
        this.settings = settings;
    }

    /**
     * Commands for the book, which may refuse them, and warnings for owners.
     *
     * @param overlong the commands that extend reservations
     * @param idle by the name of the reservation in the cluster, the command that gives it back in the book
     * @param pauses reservations that were used and are idle now, whose owners are to be warned
     */
    record Findings(List<Command> overlong, Map<String, Command> idle, List<Pause> pauses) {}

    /**
     * A reservation that was used and is idle.
     *
     * @param name in the cluster
     * @param until when it is given back
     */
    record Pause(String name, ReservationId id, long since, long until) {}

    /** Nothing was heard for a while: who was idle before may have worked since. */
    void forget() {
        used.addAll(watched);
        warned.clear();
        idleSince.clear();
    }

    /** The owner was told. */
    void warned(Pause pause) {
        warned.put(pause.name(), pause.until());
    }

    Findings findings(BookNow book, Census census, ReservationName names) {
        Map<String, List<ClusterJob>> jobs = new HashMap<>();
        for (ClusterJob job : census.jobs()) {
            job.reservation()
                    .ifPresent(name ->
                            jobs.computeIfAbsent(name, any -> new ArrayList<>()).add(job));
        }
        Map<String, Kept> active = new HashMap<>();
        census.kept().forEach((name, kept) -> {
            if (kept.isActive(book.now())) {
                active.put(name, kept);
            }
        });
        idleSince.keySet().retainAll(active.keySet());
        watched.retainAll(active.keySet());
        used.retainAll(active.keySet());
        warned.keySet().retainAll(active.keySet());
        asked.keySet().retainAll(active.keySet());
        List<Command> longer = new ArrayList<>();
        Map<String, Command> unused = new TreeMap<>();
        List<Pause> pauses = new ArrayList<>();
        active.keySet().stream()
                .sorted()
                .forEach(name -> names.read(name)
                        .flatMap(id -> book.mention(id).open())
                        .filter(Reservation::isRunning)
                        .ifPresent(each -> {
                            List<ClusterJob> inside = jobs.getOrDefault(name, List.of());
                            look(name, each, !inside.isEmpty(), book.now());
                            idle(name, each.id(), book.now()).ifPresent(found -> unused.put(name, found));
                            pause(name, each, book.now()).ifPresent(pauses::add);
                            overlong(name, each, inside, book).ifPresent(longer::add);
                        }));
        return new Findings(longer, unused, pauses);
    }

    private void look(String name, Reservation each, boolean isUsed, long now) {
        boolean isLate = watched.add(name) && now - each.window().start() > FIRST_LOOK;
        if (isUsed || isLate) {
            used.add(name);
        }
        if (isUsed) {
            idleSince.remove(name);
            warned.remove(name);
        } else {
            idleSince.putIfAbsent(name, now);
        }
    }

    /** Only who never came is a no-show. Who has come was warned before. */
    private Optional<Command> idle(String name, ReservationId id, long now) {
        Long since = idleSince.get(name);
        if (since == null
                || settings.idle()
                        .filter(limit -> now - since >= limit.toMillis())
                        .isEmpty()) {
            return Optional.empty();
        }
        return used.contains(name)
                ? Optional.<Command>of(new Command.Finish(id))
                        .filter(any -> now >= warned.getOrDefault(name, Window.FOREVER))
                : Optional.of(new Command.NoShow(id));
    }

    /** A warning is due when half of the time is over; none if the reservation ends before. */
    private Optional<Pause> pause(String name, Reservation each, long now) {
        Long since = idleSince.get(name);
        if (since == null || !used.contains(name) || warned.containsKey(name)) {
            return Optional.empty();
        }
        return settings.idle()
                .filter(limit -> now - since >= limit.toMillis() / 2)
                .map(limit -> new Pause(
                        name, each.id(), since, Math.max(now + limit.toMillis() / 2, since + limit.toMillis())))
                .filter(pause -> pause.until() < each.window().end());
    }

    private Optional<Command> overlong(String name, Reservation each, List<ClusterJob> inside, long now, Rate rate) {
        long end = each.window().end();
        if (end - now > BEFORE_THE_END || asked.getOrDefault(name, 0L) == end) {
            return Optional.empty();
        }
        OptionalLong last = inside.stream()
                .filter(job -> job.isRunning() && job.end() < Window.FOREVER)
                .mapToLong(ClusterJob::end)
                .max();
        if (last.isEmpty() || last.getAsLong() <= end) {
            return Optional.empty();
        }
        asked.put(name, end);
        long longer = last.getAsLong() - end;
        long more = each.job().shape() instanceof Shape.Stay ? longer : Math.max(1, rate.done(longer));
        return Optional.of(new Command.Overrun(each.id(), more, OverrunPolicy.EXTEND_IF_FREE));
    }

    /** Nobody is charged for what was not asked for. */
    private Optional<Command> overlong(String name, Reservation each, List<ClusterJob> inside, BookNow book) {
        if (!settings.extend().orElseGet(() -> !book.mention(each.id()).isCharged())) {
            return Optional.empty();
        }
        return Optional.ofNullable(book.pools().get(each.placement().pool()))
                .flatMap(pool -> overlong(name, each, inside, book.now(), pool.rate()));
    }
}
