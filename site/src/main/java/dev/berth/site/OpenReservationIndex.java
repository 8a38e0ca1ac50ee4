package dev.berth.site;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Degraded;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The open reservations of a book by user and by time, so that nobody waits while somebody's list or timetable is looked for
 * among a million. Follows the book event by event.
 */
final class OpenReservationIndex {
    private static final Comparator<Reservation> BY_START = Comparator.comparingLong(
                    (Reservation reservation) -> reservation.window().start())
            .thenComparing(Reservation::id);

    /** Most bytes of memory that an open reservation or a queued request takes, including indexes and keepers. */
    private static final long OF_EACH = 2_000;

    /** Bytes that an attribute takes in addition to its characters. */
    private static final long OF_AN_ATTRIBUTE = 200;

    private final Book book;
    private final AtomicLong bytes = new AtomicLong();
    private volatile int queued;
    private final NumberList all = new NumberList();
    private final Map<String, NumberList> byUser = new HashMap<>();
    private final Map<PoolId, Hours> byPool = new HashMap<>();

    /** The reservations of a pool, by the hour in which they start. */
    private static final class Hours {
        private static final long HOUR = Duration.ofHours(1).toMillis();

        private final TreeMap<Long, NumberList> byHour = new TreeMap<>();
        /** No reservation there lasts longer, or ever did. */
        private long longest;

        void add(Reservation reservation) {
            byHour.computeIfAbsent(reservation.window().start() / HOUR, hour -> new NumberList())
                    .add(reservation.id().number());
            longest = Math.max(
                    longest, reservation.window().end() - reservation.window().start());
        }

        void remove(Reservation reservation) {
            byHour.computeIfPresent(reservation.window().start() / HOUR, (hour, numbers) -> {
                numbers.remove(reservation.id().number());
                return numbers.isEmpty() ? null : numbers;
            });
        }

        /** All that may overlap, and some that do not. */
        LongStream around(Window window) {
            return hoursAround(window).stream().flatMapToLong(numbers -> numbers.after(0));
        }

        long countAround(Window window) {
            return hoursAround(window).stream().mapToLong(NumberList::size).sum();
        }

        private Collection<NumberList> hoursAround(Window window) {
            long first = Math.max(0, window.start() - longest) / HOUR;
            return byHour.subMap(first, true, window.end() / HOUR, true).values();
        }
    }

    /** Indexes all reservations that are already in the book. */
    OpenReservationIndex(Book book) {
        this.book = book;
        // In ascending order, which is how they are added fast.
        book.reservations().stream()
                .mapToLong(reservation -> reservation.id().number())
                .sorted()
                .mapToObj(number -> book.reservation(new ReservationId(number)).orElseThrow())
                .forEach(reservation -> learn(new Seen(reservation, reservation)));
        book.degraded().forEach(degraded -> learn(new Seen(degraded.reservation(), null)));
        queued = book.queued().size();
    }

    /** The memory that open reservations and queued requests may take; may be asked without the lock of the site. */
    long bytes() {
        return bytes.get() + OF_EACH * queued;
    }

    /** Carries an event out on the book, and keeps up with it. */
    Undo apply(Event event) {
        Undo undo = followed(event);
        queued = book.queued().size();
        return () -> {
            undo.undo();
            queued = book.queued().size();
        };
    }

    private Undo followed(Event event) {
        List<ReservationId> concerned = concerned(event);
        if (concerned.isEmpty()) {
            return book.apply(event);
        }
        List<Seen> before = seen(concerned);
        Undo inTheBook = book.apply(event);
        List<Seen> after = seen(concerned);
        before.forEach(this::forget);
        after.forEach(this::learn);
        UndoLog undo = new UndoLog();
        undo.add(inTheBook);
        undo.add(() -> {
            after.forEach(this::forget);
            before.forEach(this::learn);
        });
        return undo;
    }

    /** Reservations whose window, pool or existence an event may change. */
    static List<ReservationId> concerned(Event event) {
        return switch (event) {
            case Event.Reserved e -> List.of(e.reservation().id());
            case Event.Held e -> List.of(e.reservation().id());
            case Event.Changed e -> List.of(e.reservation().id());
            case Event.Recovered e -> List.of(e.reservation().id());
            case Event.Degraded e -> List.of(e.reservation().id());
            case Event.StartsEarly e -> List.of(e.reservation().id());
            case Event.Moved e -> e.reservations().stream().map(Reservation::id).toList();
            case Event.Closed e -> List.of(e.reservation());
            case Event.PoolAdded e -> List.of();
            case Event.ServersAdded e -> List.of();
            case Event.RoundsSet e -> List.of();
            case Event.LicencesSet e -> List.of();
            case Event.PolicySet e -> List.of();
            case Event.Queued e -> List.of();
            case Event.Deferred e -> List.of();
            case Event.TurnedAway e -> List.of();
            case Event.Confirmed e -> List.of();
            case Event.TariffSet e -> List.of();
            case Event.Renamed e -> List.of();
            case Event.Repacked e -> List.of();
            case Event.Bound e -> List.of();
            case Event.Shunned e -> List.of();
            case Event.Started e -> List.of();
            case Event.OutagePlanned e -> List.of();
            case Event.OutageEnded e -> List.of();
            case Event.TimeAdvanced e -> List.of();
            case Event.Opportunistic e -> List.of();
            case Event.Waitlist e -> List.of();
        };
    }

    /**
     * A reservation at some time.
     *
     * @param placed null while it has no servers
     */
    private record Seen(Reservation reservation, @Nullable Reservation placed) {}

    private List<Seen> seen(List<ReservationId> ids) {
        List<Seen> seen = new ArrayList<>();
        for (ReservationId id : ids) {
            Optional<Reservation> placed = book.reservation(id);
            placed.or(() -> book.degraded(id).map(Degraded::reservation))
                    .ifPresent(open -> seen.add(new Seen(open, placed.orElse(null))));
        }
        return seen;
    }

    /** Bytes of a reservation, from its job and its number of servers alone: which servers it has may change unnoticed here. */
    private static long bytes(Reservation reservation) {
        Job job = reservation.job();
        long letters = job.user().length();
        letters += job.id().name().length();
        for (Map.Entry<String, String> each : job.requirements().attributes().entrySet()) {
            letters +=
                    OF_AN_ATTRIBUTE + each.getKey().length() + each.getValue().length();
        }
        return OF_EACH + 2 * letters + 4L * reservation.placement().count();
    }

    private void learn(Seen seen) {
        bytes.addAndGet(bytes(seen.reservation));
        long number = seen.reservation.id().number();
        all.add(number);
        byUser.computeIfAbsent(seen.reservation.job().user(), user -> new NumberList())
                .add(number);
        if (seen.placed != null) {
            byPool.computeIfAbsent(seen.placed.placement().pool(), pool -> new Hours())
                    .add(seen.placed);
        }
    }

    private void forget(Seen seen) {
        bytes.addAndGet(-bytes(seen.reservation));
        long number = seen.reservation.id().number();
        all.remove(number);
        byUser.computeIfPresent(seen.reservation.job().user(), (user, numbers) -> {
            numbers.remove(number);
            return numbers.isEmpty() ? null : numbers;
        });
        if (seen.placed != null) {
            Hours hours = byPool.get(seen.placed.placement().pool());
            if (hours != null) {
                hours.remove(seen.placed);
            }
        }
    }

    /** How many are looked at to find those {@link #within} a window. */
    long busyness(PoolId pool, Window window) {
        Hours hours = byPool.get(pool);
        return hours == null ? 0 : hours.countAround(window);
    }

    /** Reservations with servers of a pool within a window, by start and then by number. */
    List<Reservation> within(PoolId pool, Window window) {
        Hours hours = byPool.get(pool);
        return hours == null
                ? List.of()
                : hours.around(window)
                        .mapToObj(number ->
                                book.reservation(new ReservationId(number)).orElseThrow())
                        .filter(reservation -> reservation.window().overlaps(window))
                        .sorted(BY_START)
                        .toList();
    }

    /** All that is open, with servers or without, above a number and by number. */
    Stream<Reservation> after(long number) {
        return reservations(all, number);
    }

    /** The same of one user. */
    Stream<Reservation> of(String user, long number) {
        NumberList numbers = byUser.get(user);
        return numbers == null ? Stream.empty() : reservations(numbers, number);
    }

    private Stream<Reservation> reservations(NumberList numbers, long after) {
        return numbers.after(after)
                .mapToObj(ReservationId::new)
                .map(id -> book.reservation(id)
                        .or(() -> book.degraded(id).map(Degraded::reservation))
                        .orElseThrow());
    }
}
