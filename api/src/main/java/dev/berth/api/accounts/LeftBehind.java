package dev.berth.api.accounts;

import dev.berth.engine.intake.Queued;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.booking.Changes;
import dev.berth.service.booking.Target;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Reservations and requests that a disabled account leaves unused: those that have not begun. */
final class LeftBehind {
    private LeftBehind() {}

    /** Reservations that have not begun and requests that are queued, by number. */
    static List<ReservationId> of(View view, String account) {
        Stream<ReservationId> booked = view.openOf(account, 0)
                .filter(reservation -> !reservation.isRunning())
                .map(Reservation::id);
        Stream<ReservationId> queued = view.queued().stream()
                .filter(request -> request.job().user().equals(account))
                .map(Queued::id);
        return Stream.concat(booked, queued)
                .sorted(Comparator.comparingLong(ReservationId::number))
                .toList();
    }

    /** Cancels all of it, by somebody who may. */
    static void cancel(Transaction transaction, Account asker, String account) {
        of(transaction.view(), account).forEach(id -> Changes.cancel(transaction, Target.of(asker, id)));
    }
}
