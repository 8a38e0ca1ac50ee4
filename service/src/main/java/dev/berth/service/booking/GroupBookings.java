package dev.berth.service.booking;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import java.util.List;

/** Reservations of one user that are booked in one step, and given up in one step: all of them or none. */
public final class GroupBookings {
    private GroupBookings() {}

    public static Decision book(Transaction transaction, Account asker, List<Job> jobs) {
        View view = transaction.view();
        return transaction.submit(new Command.Replace(
                List.of(),
                jobs.stream().map(job -> Bookings.mayBook(view, asker, job)).toList()));
    }

    public static Quote giveUp(Transaction transaction, List<ReservationId> reservations) {
        return Bookings.accepted(transaction.submit(new Command.Replace(reservations, List.of())))
                .quote();
    }
}
