package dev.berth.service.notice;

import dev.berth.engine.model.Reservation;
import java.util.Optional;

/**
 * Something that somebody is to be told. Holds all that is said, because the reservation may be another when it is sent.
 *
 * @param number unique on the site; with the way it is the id by which receivers recognise a repetition
 * @param user whose reservation it is about
 * @param reservation such as {@code r17}, or the id of a deal or a webhook
 * @param previous when it was to start before
 * @param detail why, as a sentence; may be empty
 * @param staleAfter nobody needs to know it from then on; 0 for never
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
        long staleAfter) {
    /** Where and when. */
    public record Place(String pool, int servers, long start, long end) {
        static Place of(Reservation reservation) {
            return new Place(
                    reservation.placement().pool().name(),
                    reservation.placement().count(),
                    reservation.window().start(),
                    reservation.window().end());
        }
    }

    static Notice about(NoticeKind kind, Reservation reservation, Optional<Long> previous, String detail, long now) {
        return new Notice(
                0,
                kind,
                reservation.job().user(),
                reservation.id().toString(),
                reservation.job().id().name(),
                Optional.of(Place.of(reservation)),
                previous,
                detail,
                now,
                switch (kind) {
                    case STARTS_SOON -> reservation.window().start();
                    case ENDS_SOON -> reservation.window().end();
                    default -> 0;
                });
    }

    Notice numbered(long other) {
        return new Notice(other, kind, user, reservation, job, place, previous, detail, made, staleAfter);
    }

    Notice staleAfter(long other) {
        return new Notice(number, kind, user, reservation, job, place, previous, detail, made, other);
    }

    boolean isStale(long now) {
        return staleAfter > 0 && now >= staleAfter;
    }
}
