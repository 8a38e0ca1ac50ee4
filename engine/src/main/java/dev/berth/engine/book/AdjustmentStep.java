package dev.berth.engine.book;

import dev.berth.engine.admission.Admission.Outcome;
import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.book.Decision.Accepted;
import dev.berth.engine.book.Decision.Refused;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Devices;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Taken;
import dev.berth.engine.model.Window;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Decides on new terms for a reservation: where it goes with them. It is taken out of the book while that is found out,
 * so that it does not stand in its own way; {@link Renegotiation} says what it costs. All or nothing.
 */
final class AdjustmentStep {
    private final State state;

    AdjustmentStep(State state) {
        this.state = state;
    }

    Decision adjust(Reservation reservation, Adjustment adjustment) {
        boolean whileRunning = adjustment instanceof Adjustment.Extend
                || adjustment instanceof Adjustment.Shrink
                || adjustment instanceof Adjustment.Release
                || adjustment instanceof Adjustment.ReleaseDevices;
        Refusal refusal = untouchable(reservation, whileRunning);
        if (refusal != null) {
            return new Refused(refusal);
        }
        if (reservation.isRunning() && adjustment instanceof Adjustment.Extend extend && extend.servers() > 0) {
            return new Refused(new Refusal.TermsOutOfRange(
                    reservation.id(),
                    "servers",
                    String.valueOf(extend.servers()),
                    "cannot be added while it runs; book them as another reservation"));
        }
        return withTerms(reservation, adjustment, job -> adjusted(reservation, adjustment, job));
    }

    private Decision withTerms(Reservation reservation, Adjustment adjustment, Function<Job, Decision> decide) {
        Job job;
        try {
            job = adjustment.of(
                    reservation.job(),
                    reservation.placement(),
                    pool(reservation).rate());
        } catch (BadValue bad) {
            return new Refused(new Refusal.TermsOutOfRange(reservation.id(), bad.field(), bad.value(), bad.rule()));
        }
        return decide.apply(job);
    }

    private Decision adjusted(Reservation reservation, Adjustment adjustment, Job job) {
        Renegotiation terms = new Renegotiation(state, reservation, job, adjustment);
        return withoutIt(reservation, terms, () -> switch (adjustment) {
            case Adjustment.Fix fix -> terms.inPlace(reservation.placement());
            case Adjustment.Relax relax -> relax(reservation, job, terms);
            case Adjustment.Concede concede -> conceded(reservation, concede, job, terms);
            case Adjustment.Move move -> shifted(reservation, move.by(), terms);
            case Adjustment.Extend extend -> grown(reservation, job, terms);
            case Adjustment.Shrink shrink -> cut(reservation, job, terms);
            case Adjustment.Release release -> released(reservation, release.servers(), job, terms);
            case Adjustment.ReleaseDevices release -> released(reservation, release, job, terms);
        });
    }

    /** New terms of any kind for a reservation that waits; its placement stays if it meets them. */
    Decision change(Reservation reservation, Job job) {
        Refusal refusal = untouchable(reservation, false);
        if (refusal != null) {
            return new Refused(refusal);
        }
        Renegotiation terms = new Renegotiation(state, reservation, job, null);
        return withoutIt(reservation, terms, () -> search(reservation.placement(), job, terms));
    }

    private Outcome search(Placement placement, Job job, Renegotiation terms) {
        if (!meets(placement, job) || !terms.allows(placement)) {
            return terms.anywhere();
        }
        Taken taken = placement.taken();
        return job.requirements().slice().equals(taken.slice())
                        && job.requirements().licences().equals(taken.licences())
                ? terms.inPlace(placement)
                : terms.asPlacedOrAnywhere(placement.withTaken(Taken.of(
                        job.requirements().slice(),
                        Devices.NONE,
                        job.requirements().licences())));
    }

    /** One term is renegotiated for a reservation that has lost its servers, so that it finds some. */
    Decision recover(Reservation lost, Adjustment adjustment) {
        return withTerms(lost, adjustment, job -> recover(lost, job));
    }

    /** New terms for a reservation that has lost its servers, under which it finds some. */
    Decision recover(Reservation lost, Job job) {
        Renegotiation terms = new Renegotiation(state, lost, job, null);
        Decision decision = switch (terms.anywhere()) {
            case Outcome.Unplaced unplaced -> new Refused(unplaced.refusal());
            case Outcome.Placed placed -> terms.settle(placed);
        };
        return decision instanceof Accepted accepted
                ? new Accepted(
                        accepted.events().stream()
                                .map(AdjustmentStep::asRecovered)
                                .toList(),
                        accepted.quote())
                : decision;
    }

    private static Event asRecovered(Event event) {
        return event instanceof Event.Changed changed ? new Event.Recovered(changed.reservation()) : event;
    }

    /** The reservation fixed where it is, because it was agreed that this happens by itself: it cannot fail. */
    Event fixed(Reservation reservation) {
        Window window = reservation.window();
        Job job = reservation.job().within(window.start(), window.end());
        if (state.tariffs.isEmpty()) {
            return new Event.Changed(reservation.withJob(job));
        }
        Renegotiation terms = new Renegotiation(state, reservation, job, new Adjustment.Fix());
        Trial trial = new Trial(state);
        try {
            trial.add(new Event.Closed(reservation.id(), Event.Cause.CANCELLED));
            return new Event.Changed(terms.agreed(reservation.withJob(job)).after());
        } finally {
            trial.undo();
        }
    }

    private static @Nullable Refusal untouchable(Reservation reservation, boolean whileRunning) {
        return switch (reservation.state()) {
            case HELD -> new Refusal.NotConfirmed(reservation.id());
            case RUNNING ->
                whileRunning
                        ? null
                        : new Refusal.AlreadyStarted(
                                reservation.id(), reservation.window().start());
            case WAITING, BOUND -> null;
        };
    }

    private interface Search {
        Outcome search();
    }

    private Decision withoutIt(Reservation reservation, Renegotiation terms, Search search) {
        Trial trial = new Trial(state);
        try {
            trial.add(new Event.Closed(reservation.id(), Event.Cause.CANCELLED));
            return switch (search.search()) {
                case Outcome.Unplaced unplaced -> new Refused(unplaced.refusal());
                case Outcome.Placed placed -> terms.settle(placed);
            };
        } finally {
            trial.undo();
        }
    }

    private static Outcome relax(Reservation reservation, Job job, Renegotiation terms) {
        Job before = reservation.job();
        return job.ready() > before.ready() || job.deadline() < before.deadline()
                ? new Outcome.Unplaced(new Refusal.NarrowerInterval(
                        reservation.id(), before.ready(), before.deadline(), job.ready(), job.deadline()))
                : terms.inPlace(reservation.placement());
    }

    private static Outcome conceded(Reservation reservation, Adjustment.Concede concede, Job job, Renegotiation terms) {
        Money price = reservation.agreement().price();
        return concede.discount().isAbove(price)
                ? new Outcome.Unplaced(new Refusal.TermsOutOfRange(
                        reservation.id(),
                        "discount",
                        concede.discount().toString(),
                        "must not be above the price, " + price))
                : relax(reservation, job, terms);
    }

    private Outcome shifted(Reservation reservation, long by, Renegotiation terms) {
        Window window = reservation.window();
        if (window.start() + by < state.now) {
            return terms.anywhere();
        }
        return terms.asPlacedOrAnywhere(
                reservation.placement().withWindow(new Window(window.start() + by, window.end() + by)));
    }

    private Outcome grown(Reservation reservation, Job job, Renegotiation terms) {
        if (job.servers() > reservation.placement().count()
                && state.calendar.namesServers(reservation.placement().pool())) {
            return terms.anywhere();
        }
        Placement placement = resized(reservation.placement(), job);
        return reservation.isRunning() ? terms.grownWhileRunning(placement) : terms.asPlacedOrAnywhere(placement);
    }

    private Outcome cut(Reservation reservation, Job job, Renegotiation terms) {
        Placement placement = resized(reservation.placement(), job);
        return placement.window().end() <= state.now
                ? new Outcome.Unplaced(new Refusal.AlreadyUsed(
                        reservation.id(), placement.window().end(), state.now))
                : terms.inPlace(placement);
    }

    /** It keeps all servers but these, with their devices. */
    private Outcome released(Reservation reservation, ServerSet given, Job job, Renegotiation terms) {
        Placement placement = reservation.placement();
        ServerSet own = placement.servers();
        if (!reservation.isRunning() || !given.stream().allMatch(own::contains)) {
            return new Outcome.Unplaced(new Refusal.TermsOutOfRange(
                    reservation.id(), "servers", given.toString(), "must be servers that it has while it runs"));
        }
        int[] places = IntStream.range(0, own.size())
                .filter(place -> !given.contains(own.get(place)))
                .toArray();
        Devices devices = placement.taken().devices();
        return terms.inPlace(new Placement(
                placement.pool(),
                job.servers(),
                placement.window(),
                ServerSet.of(IntStream.of(places).map(own::get).toArray()),
                placement
                        .taken()
                        .withDevices(Devices.of(
                                IntStream.of(places).mapToLong(devices::bits).toArray()))));
    }

    /** It keeps its hosts, and all of them but these devices. */
    private Outcome released(Reservation reservation, Adjustment.ReleaseDevices given, Job job, Renegotiation terms) {
        Placement placement = reservation.placement();
        Devices own = placement.taken().devices();
        Parts parts = pool(reservation).parts();
        Part part = parts.get(given.part());
        if (!reservation.isRunning()
                || part == null
                || !part.numbered()
                || !IntStream.range(0, given.devices().servers())
                        .allMatch(place ->
                                given.devices().numbers(place, parts, part).size()
                                        == Long.bitCount(given.devices().bits(place)))) {
            return new Outcome.Unplaced(new Refusal.TermsOutOfRange(
                    reservation.id(),
                    "devices",
                    given.devices().toString(),
                    "must be devices of part " + given.part() + " that it has while it runs"));
        }
        Devices rest = Devices.of(IntStream.range(0, own.servers())
                .mapToLong(place -> own.bits(place) & ~given.devices().bits(place))
                .toArray());
        return terms.inPlace(placement.withTaken(
                Taken.of(job.requirements().slice(), rest, placement.taken().licences())));
    }

    /**
     * Placement for the job's new duration from the same start; keeps its servers with the lowest numbers, or none if
     * they are too few.
     */
    private Placement resized(Placement placement, Job job) {
        int count = job.servers();
        long start = placement.window().start();
        long duration = job.shape()
                .duration(count, state.roster(placement.pool()).pool().rate());
        return new Placement(
                placement.pool(),
                count,
                new Window(start, start + duration),
                count > placement.count()
                        ? ServerSet.EMPTY
                        : placement.servers().lowest(count),
                placement.taken().withDevices(placement.taken().devices().first(count)));
    }

    private boolean meets(Placement placement, Job job) {
        Pool pool = state.roster(placement.pool()).pool();
        Window window = placement.window();
        return job.requirements().match(pool)
                && job.shape().takes(placement.count())
                && job.shape().duration(placement.count(), pool.rate()) == window.length()
                && window.start() >= job.ready()
                && window.end() <= job.deadline();
    }

    private Pool pool(Reservation reservation) {
        return state.roster(reservation.placement().pool()).pool();
    }
}
