package dev.berth.service.loss;

import dev.berth.wire.Times;
import java.util.List;
import java.util.Optional;

/**
 * Loss that the latest outage caused to a reservation; as a fact, its state from then on.
 *
 * @param reservation its number
 * @param user whose reservation it is
 * @param servers by name, or by number where they have none; of many only the first
 * @param why the outage in words, such as {@code node c4 is down (Slurm)}
 * @param since when the servers were lost
 * @param by who reported the outage; empty if time alone has passed, as for a repair that is overdue
 * @param ran whether the reservation was running, so that its work starts over
 * @param tried why no other placement was found; empty if one was
 * @param changed when the outcome became what it is
 * @param broken whether the reservation was without servers at any time, so that reports count its promise as not kept
 * @param closed when the reservation closed; empty while it is open
 */
public record Loss(
        long reservation,
        String user,
        List<String> servers,
        String why,
        long since,
        String by,
        boolean ran,
        Optional<String> tried,
        Outcome outcome,
        long changed,
        boolean broken,
        Optional<Long> closed) {
    /** Outcome for the promise. */
    public enum Outcome {
        /** Kept with other servers, perhaps at another time within the agreement. */
        MOVED,
        /** No other servers were found; it can still be kept. */
        DEGRADED,
        /** It was without servers for a while and has some again. */
        RECOVERED,
        /** It cannot be kept any more. */
        DISPLACED,
        /** Nothing was promised: the reservation was only held, and the offer no longer stands. */
        WITHDRAWN
    }

    public Loss {
        servers = List.copyOf(servers);
    }

    /** Whether the promise is broken now, and not only put off. */
    public boolean isUnkept() {
        return outcome == Outcome.DEGRADED || outcome == Outcome.DISPLACED;
    }

    Loss became(Outcome other, long now) {
        return new Loss(reservation, user, servers, why, since, by, ran, tried, other, now, broken, closed);
    }

    Loss closedAt(long now) {
        return new Loss(
                reservation, user, servers, why, since, by, ran, tried, outcome, changed, broken, Optional.of(now));
    }

    /** The outage and what followed from it. */
    public String sentence() {
        String when = changed == since ? "" : " at " + Times.instant(since);
        return why
                + switch (outcome) {
                    case MOVED -> ran ? "; its work starts over" : "";
                    case DEGRADED -> "; no other place was found" + reason();
                    case RECOVERED -> when;
                    case DISPLACED -> when + "; no other place was found in time" + reason();
                    case WITHDRAWN -> "; the offer was only held";
                };
    }

    private String reason() {
        return tried.map(text -> ": " + text).orElse("");
    }
}
