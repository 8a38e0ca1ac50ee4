package dev.berth.lab.experiment.netto;

import dev.berth.engine.admission.reschedule.Alternative;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.lab.simulation.BookPolicy;
import dev.berth.lab.simulation.JobFeed;
import dev.berth.lab.simulation.Simulation;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One run of netto's evaluation: reservations that may move until they start, jobs that may end before their window does,
 * and users who may take another time than they asked for. In seconds.
 *
 * <p>Every job counts; there is no warm-up, for the paper mentions none. Utilisation is the processor time in which jobs
 * run from the first submission to the last, over what the pools have in that time. What runs later, the rest of jobs that
 * run then included, is not counted. As jobs move, it is known only when they start; so the run goes on until all is done.
 */
final class NettoSimulation {
    private static final double SECONDS_PER_HOUR = 3_600;
    private static final double MILLIONTHS = 1e6;

    /**
     * How jobs are admitted.
     *
     * @param pullsForward whether what may start does so as soon as processors are free, as after an early end
     */
    record Rules(
            String policy,
            String admission,
            Takers takers,
            @Nullable Tariff tariff,
            boolean pullsForward) {
        /** All is free, and nothing starts before its time. */
        Rules(String policy, String admission, Takers takers) {
            this(policy, admission, takers, null);
        }

        Rules(String policy, String admission, Takers takers, @Nullable Tariff tariff) {
            this(policy, admission, takers, tariff, false);
        }

        Rules pullingForward(boolean pulls) {
            return new Rules(policy, admission, takers, tariff, pulls);
        }
    }

    /** An accepted job: where it is by now, and when it will be done. */
    private record Booked(Submission submission, Reservation reservation) {
        long start() {
            return reservation.window().start();
        }

        long end() {
            return Math.min(start() + submission.runTime(), reservation.window().end());
        }

        boolean endsEarly() {
            return end() < reservation.window().end();
        }
    }

    private static final Comparator<Booked> BY_END = Comparator.comparingLong(Booked::end)
            .thenComparing(booked -> booked.reservation().id());

    private final JobFeed feed;
    private final BiFunction<Book, Job, List<Alternative>> offers;
    private final Takers takers;
    private final Window span;
    private final Map<ReservationId, Booked> open = new HashMap<>();
    /** Open jobs that end before their window does, by end. */
    private final TreeSet<Booked> earlyEnds = new TreeSet<>(BY_END);
    /** Times at which something may start early: one becomes ready or ends. Empty unless early ends pull forward. */
    private final TreeSet<Long> moments = new TreeSet<>();

    private final boolean pullsForward;

    private double asked;
    private double impossible;
    private double rejected;
    private double tooExpensive;
    private double revenue;
    private double busy;
    private double waited;
    private long accepted;
    private long offersTaken;
    private double phis;

    private NettoSimulation(
            Rules rules, List<Pool> pools, Window span, BiFunction<Book, Job, List<Alternative>> offers) {
        this.offers = offers;
        this.feed = new JobFeed(new BookPolicy(rules.policy, rules.admission, rules.pullsForward), pools);
        if (rules.tariff != null) {
            pools.forEach(pool -> feed.done(new Command.SetTariff(pool.id(), rules.tariff)));
        }
        this.takers = rules.takers;
        this.pullsForward = rules.pullsForward;
        this.span = span;
    }

    static NettoRun run(Rules rules, List<Pool> pools, List<Submission> submissions) {
        return run(rules, pools, submissions, (book, job) -> book.alternatives(job, 1));
    }

    /** @param offers other times for a refused job, the nearest first */
    static NettoRun run(
            Rules rules,
            List<Pool> pools,
            List<Submission> submissions,
            BiFunction<Book, Job, List<Alternative>> offers) {
        NettoSimulation simulation = new NettoSimulation(rules, pools, span(submissions), offers);
        for (Submission submission : submissions) {
            simulation.advance(submission.submit());
            simulation.arrive(submission);
        }
        simulation.finish();
        return simulation.result();
    }

    /** From the first submission to the last. */
    private static Window span(List<Submission> submissions) {
        long first = submissions.isEmpty() ? 0 : submissions.getFirst().submit();
        long last = submissions.isEmpty() ? 0 : submissions.getLast().submit();
        return new Window(first, Math.max(first + 1, last));
    }

    /**
     * Lets time pass, and tells the book of every early end when it happens. If early ends pull others forward, time stops
     * wherever one may start: it may end before what was known to come next.
     */
    private void advance(long to) {
        for (long stop = nextStop(); stop <= to; stop = nextStop()) {
            follow(feed.advance(stop));
            moments.headSet(stop, true).clear();
            if (!earlyEnds.isEmpty() && earlyEnds.first().end() <= stop) {
                follow(feed.done(
                        new Command.Finish(earlyEnds.first().reservation().id())));
                follow(feed.advance(stop));
            }
        }
        follow(feed.advance(to));
    }

    private long nextStop() {
        long end = earlyEnds.isEmpty() ? Long.MAX_VALUE : earlyEnds.first().end();
        return moments.isEmpty() ? end : Math.min(end, moments.first());
    }

    private void finish() {
        while (!open.isEmpty()) {
            advance(open.values().stream()
                    .mapToLong(booked -> booked.reservation().window().end())
                    .max()
                    .orElseThrow());
        }
    }

    private void arrive(Submission submission) {
        Job job = submission.job();
        asked += JobFeed.work(job);
        Decision decision = feed.reserve(job);
        if (decision instanceof Decision.Refused refused && !takesAnother(submission)) {
            refuse(job, refused.refusal());
        } else if (decision instanceof Decision.Accepted taken) {
            accept(submission, taken);
        }
    }

    /** Whether the refused job's user takes the nearest other time. */
    private boolean takesAnother(Submission submission) {
        if (takers.threshold() == 0) {
            return false;
        }
        for (Alternative alternative : offers.apply(feed.book(), submission.job())) {
            double phi = Math.abs(alternative.phi()) / MILLIONTHS;
            if (phi * 100 > takers.threshold()) {
                return false;
            }
            if (feed.reserve(alternative.job()) instanceof Decision.Accepted taken) {
                accept(submission, taken);
                offersTaken++;
                phis += phi;
                return true;
            }
        }
        return false;
    }

    private void accept(Submission submission, Decision.Accepted taken) {
        accepted++;
        revenue += taken.reservation().agreement().price().millionths() / MILLIONTHS;
        put(new Booked(submission, taken.reservation()));
        follow(taken.events());
    }

    private void refuse(Job job, Refusal refusal) {
        if (JobFeed.isImpossible(refusal)) {
            impossible += JobFeed.work(job);
        } else if (refusal instanceof Refusal.OverBudget) {
            tooExpensive += JobFeed.work(job);
        } else {
            rejected += JobFeed.work(job);
        }
    }

    /** Keeps track of what moves and of what is over. */
    private void follow(List<Event> events) {
        for (Event event : events) {
            switch (event) {
                case Event.Moved moved -> moved.reservations().forEach(this::move);
                case Event.Changed changed -> move(changed.reservation());
                case Event.StartsEarly early -> pull(early.reservation());
                case Event.Closed closed -> close(closed.reservation());
                case Event.PoolAdded none -> {}
                case Event.ServersAdded none -> {}
                case Event.Reserved none -> {}
                case Event.RoundsSet none -> {}
                case Event.LicencesSet none -> {}
                case Event.PolicySet none -> {}
                case Event.Queued none -> {}
                case Event.Deferred none -> {}
                case Event.TurnedAway none -> {}
                case Event.Held none -> {}
                case Event.Confirmed none -> {}
                case Event.TariffSet none -> {}
                case Event.Renamed none -> {}
                case Event.Repacked none -> {}
                case Event.Bound none -> {}
                case Event.Shunned none -> {}
                case Event.Started none -> {}
                case Event.OutagePlanned none -> {}
                case Event.OutageEnded none -> {}
                case Event.TimeAdvanced none -> {}
                case Event.Degraded none -> {}
                case Event.Recovered none -> {}
                case Event.Opportunistic none -> {}
                case Event.Waitlist none -> {}
            }
        }
    }

    private void move(Reservation reservation) {
        Booked before = open.get(reservation.id());
        if (before != null) {
            earlyEnds.remove(before);
            put(new Booked(before.submission, reservation));
        }
    }

    private void pull(Reservation reservation) {
        move(reservation);
        Booked pulled = open.get(reservation.id());
        if (pulled != null && pulled.end() < feed.book().now()) {
            throw new IllegalStateException(reservation.id() + " ended unseen at " + pulled.end());
        }
    }

    private void put(Booked booked) {
        open.put(booked.reservation.id(), booked);
        if (pullsForward) {
            moments.add(Math.max(feed.book().now(), booked.reservation.job().ready()));
            moments.add(booked.reservation.window().end());
        }
        if (booked.endsEarly()) {
            earlyEnds.add(booked);
        }
    }

    private void close(ReservationId id) {
        Booked booked = open.remove(id);
        if (booked == null) {
            return;
        }
        earlyEnds.remove(booked);
        long inSpan = Math.min(span.end(), booked.end()) - Math.max(span.start(), booked.start());
        busy += (double) booked.reservation.placement().count() * Math.max(0, inSpan);
        waited += booked.start() - booked.submission.job().ready();
    }

    private NettoRun result() {
        double possible = (double) feed.servers() * span.length();
        return new NettoRun(
                Simulation.share(impossible, asked),
                Simulation.share(rejected, asked),
                busy / possible,
                accepted == 0 ? 0 : waited / accepted / SECONDS_PER_HOUR,
                offersTaken == 0 ? OfferResults.NONE : new OfferResults(offersTaken, phis / offersTaken),
                new Sales(revenue / (possible / SECONDS_PER_HOUR), Simulation.share(tooExpensive, asked)));
    }
}
