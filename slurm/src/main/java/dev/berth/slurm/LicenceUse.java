package dev.berth.slurm;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.HeldLicences;
import dev.berth.engine.model.LicenceHold;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Licences of the cluster, as the book has to know them: how many there are, and which of them others have. Others are reservations that
 * nobody booked here, jobs outside reservations, and jobs that have more than their reservation.
 *
 * <p>What others hold is never taken from anybody: the book gives it to nobody new, and keeps what it has promised.
 */
final class LicenceUse {
    private final BookNow book;
    private final Census census;
    private final ClusterRound.Terms terms;
    private final long now;
    private final SortedMap<Key, Long> held = new TreeMap<>(Comparator.comparing(Key::licence)
            .thenComparingLong(key -> key.window().end())
            .thenComparingLong(key -> key.window().start()));

    private record Key(String licence, Window window) {}

    private LicenceUse(BookNow book, Census census, ClusterRound.Terms terms) {
        this.book = book;
        this.census = census;
        this.terms = terms;
        this.now = book.now();
    }

    /** The command after which the book knows; empty if it does already. */
    static Optional<Command> changes(BookNow book, Census census, ClusterRound.Terms terms) {
        if (terms.licences().isEmpty()) {
            return Optional.empty();
        }
        LicenceUse use = new LicenceUse(book, census, terms);
        use.reservations();
        use.jobs();
        Command.SetLicences wanted = new Command.SetLicences(use.totals(), use.holds());
        Command.SetLicences kept = withMissing(wanted, book.licences(), book.heldLicences(), book.now());
        // While more are promised than the cluster has, to say so again would be refused again.
        boolean isRefused = missing(wanted.licences(), book.licences()).keySet().stream()
                .anyMatch(name -> book.leastFree().getOrDefault(name, 0L) < 0);
        boolean isKnown = isSame(wanted, book) || (isRefused && isSame(kept, book));
        return isKnown ? Optional.empty() : Optional.of(wanted);
    }

    private static boolean isSame(Command.SetLicences command, BookNow book) {
        return command.licences().equals(book.licences()) && command.held().equals(book.heldLicences());
    }

    /** How many fewer the cluster has of each licence than the book. */
    static SortedMap<String, Long> missing(Amounts wanted, Amounts known) {
        SortedMap<String, Long> missing = new TreeMap<>();
        known.forEach((name, number) -> {
            if (number > wanted.get(name)) {
                missing.put(name, number - wanted.get(name));
            }
        });
        return missing;
    }

    /** The same without taking away licences that the book has; those that the cluster no longer has are free for nobody. */
    static Command.SetLicences withMissing(Command.SetLicences wanted, Amounts known, HeldLicences before, long now) {
        Map<String, Long> all = new TreeMap<>(wanted.licences().toMap());
        List<LicenceHold> holds = new ArrayList<>(wanted.held().holds());
        missing(wanted.licences(), known).forEach((name, number) -> {
            all.merge(name, number, Long::sum);
            holds.add(begun(new LicenceHold(name, number, new Window(now, Window.FOREVER)), before, now));
        });
        holds.sort(ORDER);
        return new Command.SetLicences(Amounts.of(all), new HeldLicences(holds));
    }

    private static final Comparator<LicenceHold> ORDER = Comparator.comparing(LicenceHold::licence)
            .thenComparingLong(hold -> hold.window().end())
            .thenComparingLong(hold -> hold.window().start())
            .thenComparingLong(LicenceHold::number);

    /** A hold that the book knows already began when it did. */
    private static LicenceHold begun(LicenceHold hold, HeldLicences before, long now) {
        return before.holds().stream()
                .filter(known -> hold.window().start() <= now
                        && known.window().start() <= now
                        && known.licence().equals(hold.licence())
                        && known.number() == hold.number()
                        && known.window().end() == hold.window().end())
                .findFirst()
                .orElse(hold);
    }

    /** A licence that the cluster does not name keeps its number: it may have been read amid a change of its configuration. */
    private Amounts totals() {
        Map<String, Long> totals = new TreeMap<>(book.licences().toMap());
        for (String name : terms.licences()) {
            Long number = census.licences().get(name);
            if (number != null && number > 0) {
                totals.put(name, number);
            } else if (number != null) {
                totals.remove(name);
            }
        }
        return Amounts.of(totals);
    }

    private void reservations() {
        Set<ReservationId> lost =
                book.remnants().stream().map(each -> each.reservation().id()).collect(Collectors.toSet());
        Set<String> workedIn = census.jobs().stream()
                .filter(ClusterJob::isRunning)
                .flatMap(job -> job.reservation().stream())
                .collect(Collectors.toSet());
        for (Kept kept : census.kept().values()) {
            Optional<ReservationId> ours = terms.names().read(kept.name());
            boolean isOfOthers = ours.isEmpty();
            // Over in the book, but the cluster cannot take it back yet.
            boolean isLeft = ours.filter(id ->
                            book.mention(id).open().isEmpty() && (lost.contains(id) || workedIn.contains(kept.name())))
                    .isPresent();
            if (kept.window().end() > now && (isOfOthers || isLeft)) {
                kept.licences().forEach((name, number) -> hold(name, number, kept.window()));
            }
        }
    }

    /** Jobs count as far ahead as nodes are named, as those on nodes do: nothing that starts later has its licences in the cluster yet. */
    private void jobs() {
        Map<String, SortedMap<String, Long>> inside = new HashMap<>();
        Map<String, Long> ends = new HashMap<>();
        for (ClusterJob job : census.jobs()) {
            if (!job.isRunning() || job.licences().isEmpty() || job.end() <= now) {
                continue;
            }
            Optional<String> in = job.reservation().filter(name -> census.kept().containsKey(name));
            if (in.isEmpty()) {
                job.licences().forEach((name, number) -> hold(name, number, window(job.end())));
                continue;
            }
            SortedMap<String, Long> sums = inside.computeIfAbsent(in.get(), any -> new TreeMap<>());
            job.licences().forEach((name, number) -> sums.merge(name, number, Long::sum));
            ends.merge(in.get(), job.end(), Math::max);
        }
        inside.forEach((name, sums) -> {
            SortedMap<String, Long> reserved = reserved(name);
            sums.forEach((licence, number) -> {
                long more = number - reserved.getOrDefault(licence, 0L);
                if (more > 0) {
                    hold(licence, more, window(ends.getOrDefault(name, now + 1)));
                }
            });
        });
    }

    /** Licences that a reservation of the cluster has, as the book counts them. */
    private SortedMap<String, Long> reserved(String name) {
        return terms.names()
                .read(name)
                .flatMap(id -> book.mention(id).open())
                .<SortedMap<String, Long>>map(each ->
                        new TreeMap<>(each.placement().taken().licences().toMap()))
                .or(() -> Optional.ofNullable(census.kept().get(name)).map(Kept::licences))
                .orElseGet(TreeMap::new);
    }

    /** From now to an end, at most a little beyond the lead; the same for some rounds, so that the book is not told each time. */
    private Window window(long end) {
        long step = Math.max(1, terms.lead() / 4);
        long horizon = Math.ceilDiv(now + terms.lead(), step) * step;
        long minute = end >= Window.FOREVER ? horizon : Math.ceilDiv(end, 60_000) * 60_000;
        return new Window(now, Math.max(now + 1, Math.min(minute, horizon)));
    }

    private void hold(String licence, long number, Window window) {
        if (number > 0) {
            held.merge(new Key(licence, window), number, Long::sum);
        }
    }

    private HeldLicences holds() {
        if (held.size() > HeldLicences.MOST / 2) {
            mergeAll();
        }
        return new HeldLicences(held.entrySet().stream()
                .map(each -> begun(
                        new LicenceHold(
                                each.getKey().licence(),
                                each.getValue(),
                                each.getKey().window()),
                        book.heldLicences(),
                        now))
                .sorted(ORDER)
                .toList());
    }

    /** One hold of each licence for all of them: too long for most, but never too short. */
    private void mergeAll() {
        Map<String, Window> windows = new TreeMap<>();
        Map<String, Long> sums = new TreeMap<>();
        held.forEach((key, number) -> {
            windows.merge(
                    key.licence(),
                    key.window(),
                    (a, b) -> new Window(Math.min(a.start(), b.start()), Math.max(a.end(), b.end())));
            sums.merge(key.licence(), number, Long::sum);
        });
        held.clear();
        windows.forEach((name, window) -> held.put(new Key(name, window), sums.getOrDefault(name, 0L)));
    }
}
