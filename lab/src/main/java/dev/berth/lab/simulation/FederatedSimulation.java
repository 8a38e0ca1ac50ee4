package dev.berth.lab.simulation;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.Arrival;
import dev.berth.provision.federation.OfferPreference;
import dev.berth.provision.federation.Ranking;
import dev.berth.provision.federation.SiteAnswer;
import dev.berth.provision.federation.SiteOffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One run over several sites, each with a book of its own: a job is offered by all of them and booked where the offer is
 * best, by the same ranking that a broker uses; or it goes to one site at random, which knows nothing of the others. Jobs start
 * as soon as servers of their site are free.
 *
 * <p>A server-hour of rate 1 costs 1 in an empty pool and 2 in one that is used to the full.
 */
public final class FederatedSimulation {
    private static final double MILLIS_PER_HOUR = 3_600_000;
    private static final Tariff TARIFF =
            Tariff.flat(Money.of("1"), Duration.ofHours(1).toMillis()).withSurcharge(Tariff.ONE);

    private final List<JobFeed> sites = new ArrayList<>();
    private final @Nullable OfferPreference preference;
    private final SplittableRandom random;
    private final Window span;
    private double asked;
    private double impossible;
    private double rejected;
    private double taken;
    private double paid;
    private double promised;
    private long accepted;
    private double waited;
    private long started;

    private FederatedSimulation(
            BookPolicy scheduler,
            List<List<Pool>> pools,
            @Nullable OfferPreference preference,
            Window span,
            long seed) {
        this.preference = preference;
        this.random = new SplittableRandom(seed);
        this.span = span;
        for (List<Pool> site : pools) {
            JobFeed feed = new JobFeed(scheduler, site);
            site.forEach(pool -> feed.done(new Command.SetTariff(pool.id(), TARIFF)));
            feed.watch(event -> happens(feed.book(), event));
            sites.add(feed);
        }
    }

    /**
     * Runs this many jobs of a workload.
     *
     * @param pools of each site
     * @param preference which offer is the best; null if each job goes to one site at random
     * @param warmUp how many of the jobs are not counted
     * @param seed of the random sites
     */
    public static FederatedResult run(
            BookPolicy scheduler,
            List<List<Pool>> pools,
            @Nullable OfferPreference preference,
            Iterator<Arrival> workload,
            int jobs,
            int warmUp,
            Window span,
            long seed) {
        FederatedSimulation simulation = new FederatedSimulation(scheduler, pools, preference, span, seed);
        for (int i = 0; i < jobs && workload.hasNext(); i++) {
            simulation.arrive(workload.next(), i >= warmUp);
        }
        return simulation.result();
    }

    /** Pools as those of several sites with the same servers in all, as equal as can be. */
    public static List<List<Pool>> split(List<Pool> pools, int sites) {
        List<List<Pool>> split = new ArrayList<>();
        for (int site = 0; site < sites; site++) {
            List<Pool> own = new ArrayList<>();
            for (Pool pool : pools) {
                int from = (int) ((long) pool.servers() * site / sites);
                int to = (int) ((long) pool.servers() * (site + 1) / sites);
                if (to > from) {
                    own.add(new Pool(pool.id().name(), to - from, pool.rate().toString()));
                }
            }
            split.add(own);
        }
        return split;
    }

    private void arrive(Arrival arrival, boolean counted) {
        Job job = arrival.job();
        double work = JobFeed.work(job);
        asked += counted ? work : 0;
        sites.forEach(site -> site.advance(arrival.submit()));
        List<JobFeed> able = preference == null ? List.of(sites.get(random.nextInt(sites.size()))) : sites;
        List<Decision> decisions = able.stream()
                .map(site -> site.book().decide(new Command.Reserve(job.whenFree())))
                .toList();
        Optional<Integer> best = best(decisions);
        if (best.isPresent()) {
            if (able.get(best.get()).reserve(job) instanceof Decision.Accepted booked && counted) {
                accept(booked.reservation(), work);
            }
        } else if (counted) {
            boolean isImpossible = decisions.stream()
                    .allMatch(decision ->
                            decision instanceof Decision.Refused refused && JobFeed.isImpossible(refused.refusal()));
            impossible += isImpossible ? work : 0;
            rejected += isImpossible ? 0 : work;
        }
    }

    /** Which of these offers is the best. */
    private Optional<Integer> best(List<Decision> decisions) {
        List<SiteAnswer> answers = new ArrayList<>();
        for (int site = 0; site < decisions.size(); site++) {
            // As wide as the numbers of sites, so that their order is that of the numbers.
            String name = "%03d".formatted(site);
            answers.add(
                    decisions.get(site) instanceof Decision.Accepted offered
                            ? new SiteAnswer(name, List.of(offer(name, offered.reservation())), Optional.empty())
                            : new SiteAnswer(name, List.of(), Optional.of("refused")));
        }
        return Ranking.of(answers, preference == null ? OfferPreference.END : preference)
                .best()
                .map(offer -> Integer.valueOf(offer.site()));
    }

    private static SiteOffer offer(String site, Reservation reservation) {
        return new SiteOffer(
                site,
                "",
                true,
                reservation.placement().pool().name(),
                reservation.placement().count(),
                reservation.window(),
                reservation.agreement().price());
    }

    private void accept(Reservation reservation, double work) {
        accepted++;
        taken += work;
        paid += reservation.agreement().price().millionths() / 1e6;
        promised += reservation.window().start() - reservation.job().ready();
    }

    private void happens(Book book, Event event) {
        if (event instanceof Event.Started begun) {
            Reservation reservation = book.reservation(begun.reservation()).orElseThrow();
            long ready = reservation.job().ready();
            if (ready >= span.start() && ready < span.end()) {
                started++;
                waited += reservation.window().start() - ready;
            }
        }
    }

    /** After all that was accepted has ended. */
    private FederatedResult result() {
        for (JobFeed site : sites) {
            site.advance(site.book().reservations().stream()
                    .mapToLong(reservation -> reservation.window().end())
                    .reduce(site.book().now(), Math::max));
        }
        return new FederatedResult(
                Simulation.share(impossible, asked),
                Simulation.share(rejected, asked),
                Simulation.share(promised, (double) accepted) / MILLIS_PER_HOUR,
                Simulation.share(waited, (double) started) / MILLIS_PER_HOUR,
                Simulation.share(paid, taken) * MILLIS_PER_HOUR);
    }
}
