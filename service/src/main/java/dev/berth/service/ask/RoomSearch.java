package dev.berth.service.ask;

import dev.berth.engine.agreement.Adjustment;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import dev.berth.site.Site;
import dev.berth.site.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Search for the owners who could make room for a job: single waiting reservations that, with a later deadline, can move out of
 * its way. Each that is found is enough alone, so no set of them is larger than it must be. Every question is one read of the
 * site within the effort of a question; nothing is changed, and others have their turn between two.
 */
final class RoomSearch {
    /** How many reservations are tried for one job; each costs about as much as a booking. */
    static final int MOST_TRIED = 32;

    /** A window with more reservations than this is not gone through. */
    private static final long MOST_LOOKED_AT = 2_000;

    private final Site site;
    private final Job job;
    private final AskSettings settings;

    RoomSearch(Site site, Job job, AskSettings settings) {
        this.site = site;
        this.job = job;
        this.settings = settings;
    }

    /** A reservation that makes room if it may end as late as this. */
    record Found(ReservationId reservation, long deadline) {}

    /** Returns as many as are to be asked, the cheapest first; none if there is room by now. */
    List<Found> found() {
        List<ReservationId> candidates = site.read(this::candidates);
        List<Found> found = new ArrayList<>();
        for (ReservationId candidate : candidates) {
            if (found.size() == settings.owners()) {
                break;
            }
            site.read(view -> tried(view, candidate)).ifPresent(found::add);
        }
        return found;
    }

    private List<ReservationId> candidates(View view) {
        if (view.decide(new Command.Reserve(job)) instanceof Decision.Accepted) {
            return List.of();
        }
        long from = Math.max(job.ready(), view.now());
        if (job.deadline() <= from) {
            return List.of();
        }
        Window interval = new Window(from, job.deadline());
        return view.pools().stream()
                .filter(pool -> !pool.hasParts() && job.requirements().match(pool))
                .filter(pool -> view.busyness(pool.id(), interval) <= MOST_LOOKED_AT)
                .flatMap(pool -> inTheWay(view, pool, interval).stream())
                .sorted(Comparator.comparing(RoomSearch::price).thenComparing(Reservation::id))
                .limit(MOST_TRIED)
                .map(Reservation::id)
                .toList();
    }

    private static Money price(Reservation reservation) {
        return reservation.agreement().price();
    }

    private List<Reservation> inTheWay(View view, Pool pool, Window interval) {
        return view.within(pool.id(), interval).stream()
                .filter(Reservation::isWaiting)
                .filter(reservation -> !reservation.job().user().equals(job.user())
                        && reservation.window().start() - view.now() >= Asking.LEAST_TIME
                        && Asking.notAskable(view, reservation, settings).isEmpty())
                .toList();
    }

    private Optional<Found> tried(View view, ReservationId id) {
        return view.reservation(id).flatMap(reservation -> {
            long before = reservation.job().deadline();
            long most = Math.min(before + settings.later(), Window.FOREVER - 1);
            OptionalLong end = endWith(view, id, most);
            if (end.isEmpty() || end.getAsLong() <= before) {
                // It could give way within its present terms: that is the policy's decision, and no reason to ask.
                return Optional.empty();
            }
            // What is needed, and no more, if that leads to the same.
            return endWith(view, id, end.getAsLong()).isPresent()
                    ? Optional.of(new Found(id, end.getAsLong()))
                    : Optional.of(new Found(id, most));
        });
    }

    /** When the reservation would end if it had this deadline and gave way to the job; empty if that makes no room. */
    private OptionalLong endWith(View view, ReservationId id, long deadline) {
        List<Decision> decisions = view.whatIf(List.of(
                new Command.Adjust(id, new Adjustment.Concede(deadline, Money.ZERO)),
                new Command.GiveWay(id, job, view.now() + settings.hold())));
        if (!(decisions.getFirst() instanceof Decision.Accepted)
                || !(decisions.get(1) instanceof Decision.Accepted way)) {
            return OptionalLong.empty();
        }
        return way.events().stream()
                .filter(Event.Moved.class::isInstance)
                .flatMap(event -> ((Event.Moved) event).reservations().stream())
                .filter(moved -> moved.id().equals(id))
                .mapToLong(moved -> moved.window().end())
                .findFirst();
    }
}
