package dev.berth.service.notice;

import dev.berth.engine.model.Reservation;
import dev.berth.words.DatedText;
import dev.berth.words.Phrase;
import java.util.List;
import java.util.Optional;

/**
 * Something that somebody is to be told. Holds all that is said, because the reservation may be another when it is sent.
 *
 * @param number unique on the site; with the way it is the id by which receivers recognise a repetition
 * @param user who is told: the owner of the reservation it is about, or a guest
 * @param reservation such as {@code r17}, or the id of a deal, a webhook or an ask
 * @param previous when it was to start before
 * @param detail why, as a sentence; may be empty
 * @param staleAfter nobody needs to know it from then on; 0 for never
 * @param times where in the detail times stand; empty if there are none, if it is the sentence of another site, or if an older program
 *     wrote it
 */
public record Notice(
        long number,
        NoticeKind kind,
        String user,
        String reservation,
        String job,
        Optional<Place> place,
        Optional<Long> previous,
        String detail,
        long made,
        long staleAfter,
        Optional<List<Integer>> times) {
    /** Where and when. */
    public record Place(String pool, int servers, long start, long end) {
        public static Place of(Reservation reservation) {
            return new Place(
                    reservation.placement().pool().name(),
                    reservation.placement().count(),
                    reservation.window().start(),
                    reservation.window().end());
        }
    }

    /** Notice without a number, from a sentence that says why. */
    public static Notice of(
            NoticeKind kind,
            String user,
            String reservation,
            String job,
            Optional<Place> place,
            Optional<Long> previous,
            Phrase why,
            long made,
            long staleAfter) {
        DatedText detail = DatedText.of(why, Integer.MAX_VALUE);
        return new Notice(
                0,
                kind,
                user,
                reservation,
                job,
                place,
                previous,
                detail.text(),
                made,
                staleAfter,
                detail.times().isEmpty() ? Optional.empty() : Optional.of(detail.times()));
    }

    static Notice about(NoticeKind kind, Reservation reservation, Optional<Long> previous, Phrase why, long now) {
        return Notice.of(
                kind,
                reservation.job().user(),
                reservation.id().toString(),
                reservation.job().id().name(),
                Optional.of(Place.of(reservation)),
                previous,
                why,
                now,
                switch (kind) {
                    case STARTS_SOON -> reservation.window().start();
                    case ENDS_SOON -> reservation.window().end();
                    default -> 0;
                });
    }

    /** Why, with its times for any reader; a sentence without words if nothing is said. */
    Phrase why() {
        return new DatedText(detail, times.orElse(List.of())).phrase();
    }

    Notice numbered(long other) {
        return new Notice(other, kind, user, reservation, job, place, previous, detail, made, staleAfter, times);
    }

    /** The same to another reader, such as a guest. */
    Notice to(String other) {
        return new Notice(number, kind, other, reservation, job, place, previous, detail, made, staleAfter, times);
    }

    Notice staleAfter(long other) {
        return new Notice(number, kind, user, reservation, job, place, previous, detail, made, other, times);
    }

    boolean isStale(long now) {
        return staleAfter > 0 && now >= staleAfter;
    }
}
