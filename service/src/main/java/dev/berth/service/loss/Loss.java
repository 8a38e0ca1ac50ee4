package dev.berth.service.loss;

import dev.berth.words.DatedText;
import dev.berth.words.Phrase;
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
 * @param whyTimes where in {@code why} times stand, and {@code triedTimes} in {@code tried}; empty if there are none, or an older program
 *     wrote it
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
        Optional<Long> closed,
        Optional<List<Integer>> whyTimes,
        Optional<List<Integer>> triedTimes) {
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
        return new Loss(
                reservation,
                user,
                servers,
                why,
                since,
                by,
                ran,
                tried,
                other,
                now,
                broken,
                closed,
                whyTimes,
                triedTimes);
    }

    Loss closedAt(long now) {
        return new Loss(
                reservation,
                user,
                servers,
                why,
                since,
                by,
                ran,
                tried,
                outcome,
                changed,
                broken,
                Optional.of(now),
                whyTimes,
                triedTimes);
    }

    /** The outage and what followed from it. */
    public Phrase sentence() {
        Phrase when = changed == since ? Phrase.text("") : Phrase.of(" at %s", Phrase.time(since));
        return reason().and(
                        "",
                        switch (outcome) {
                            case MOVED -> Phrase.text(ran ? "; its work starts over" : "");
                            case DEGRADED -> Phrase.of("; no other place was found%s", search());
                            case RECOVERED -> when;
                            case DISPLACED -> Phrase.of("%s; no other place was found in time%s", when, search());
                            case WITHDRAWN -> Phrase.text("; the offer was only held");
                        });
    }

    /** The outage. */
    Phrase reason() {
        return new DatedText(why, whyTimes.orElse(List.of())).phrase();
    }

    /** Why no other placement was found, as it was when that was decided; empty if one was. */
    Optional<Phrase> obstacle() {
        return tried.map(text -> new DatedText(text, triedTimes.orElse(List.of())).phrase());
    }

    private Phrase search() {
        return obstacle().map(text -> Phrase.of(": %s", text)).orElse(Phrase.text(""));
    }
}
