package dev.berth.service.runs;

import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.site.Committed;
import dev.berth.site.Site;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * When the runner of each run was last heard. In memory only: a beat says nothing that is worth a place in the journal, and
 * after a restart everybody is taken to have just been heard.
 */
public final class Beats {
    private final Site site;
    private final Map<Long, Pulse> byReservation = new ConcurrentHashMap<>();

    /** @param heard in milliseconds, by the clock of the site */
    record Pulse(long reservation, String user, String runner, String host, long heard) {
        Pulse heardAt(long now) {
            return new Pulse(reservation, user, runner, host, now);
        }
    }

    private Beats(Site site) {
        this.site = site;
    }

    /** Follows the runs of a site from now on. */
    public static Beats of(Site site) {
        Beats beats = new Beats(site);
        site.listen(beats::committed);
        List<Run> running = site.read(view ->
                view.facts(Runs.class).all().stream().filter(Run::isRunning).toList());
        long now = site.clock().millis();
        running.forEach(run -> beats.byReservation.putIfAbsent(run.reservation(), pulse(run, now)));
        return beats;
    }

    private static Pulse pulse(Run run, long now) {
        return new Pulse(run.reservation(), run.user(), run.runner(), run.host(), now);
    }

    private void committed(Committed change) {
        for (Committed.Fact fact : change.facts()) {
            if (fact.value() instanceof Run run) {
                if (run.isRunning()) {
                    byReservation.put(run.reservation(), pulse(run, change.time()));
                } else {
                    byReservation.remove(run.reservation());
                }
            }
        }
    }

    /**
     * Hears a runner, and says whether there is such a run; a stranger's word does not count. What is kept here follows the site
     * a moment later, so whether it runs is asked of the site: a run that has just begun may be heard, one that has just ended
     * may not.
     */
    public boolean hear(ReservationId reservation, Account asker, String runner, long now) {
        // First of all, so that nothing is given back while the site is asked.
        byReservation.computeIfPresent(
                reservation.number(),
                (number, last) -> last.runner().equals(runner) && asker.owns(last.user()) ? last.heardAt(now) : last);
        return runs(reservation, asker, runner);
    }

    private boolean runs(ReservationId reservation, Account asker, String runner) {
        return site.read(view -> view.facts(Runs.class).of(reservation))
                .filter(run -> run.isRunning() && run.runner().equals(runner) && asker.owns(run.user()))
                .isPresent();
    }

    /** Pulses last heard before a moment. */
    List<Pulse> notSince(long moment) {
        return byReservation.values().stream()
                .filter(pulse -> pulse.heard() < moment)
                .toList();
    }

    /** Counts all runs as heard now, because it is unknown for how long they could not be heard. */
    public void countAnew(long now) {
        byReservation.replaceAll((number, last) -> last.heardAt(now));
    }

    /** The same for one, unless it was heard meanwhile. */
    void countAnew(Pulse silent, long now) {
        byReservation.replace(silent.reservation(), silent, silent.heardAt(now));
    }

    /** How many run. */
    int running() {
        return byReservation.size();
    }

    boolean isStill(Pulse pulse) {
        return pulse.equals(byReservation.get(pulse.reservation()));
    }
}
