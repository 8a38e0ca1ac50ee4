package dev.berth.service.series;

import dev.berth.engine.agreement.Wish;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.account.AuditLog;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.series.Series.Occurrence;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.IdKind;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import dev.berth.words.RefusalSentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Books recurring reservations, and gives up some or all of their occurrences. */
public final class SeriesBookings {
    private SeriesBookings() {}

    /**
     * A series that somebody wants.
     *
     * @param job the first occurrence that was asked for
     * @param starts when each occurrence is ready
     * @param wish what to offer instead if it is refused; null for nothing
     */
    public record Order(
            Job job,
            Recurrence recurrence,
            List<Long> starts,
            Series.Mode mode,
            @Nullable Wish wish) {
        public Order {
            starts = List.copyOf(starts);
        }
    }

    public static Series book(Transaction transaction, Account asker, Order order) {
        Job job = order.job();
        checkRoom(transaction, job.user(), order.starts().size());
        List<Occurrence> occurrences = new ArrayList<>();
        for (long start : order.starts()) {
            Job moved = job.within(start, start + (job.deadline() - job.ready()));
            occurrences.add(occurrence(transaction, asker, moved, order));
        }
        if (occurrences.stream().allMatch(occurrence -> occurrence.reservation() == 0)) {
            throw new Refused(refusal(transaction, job), job, order.wish());
        }
        Series series = new Series(
                transaction.view().facts(SeriesBook.class).next(),
                job.id().name(),
                job.user(),
                order.recurrence().rule(),
                order.recurrence().zone().getId(),
                order.mode(),
                occurrences);
        transaction.record(SeriesBook.KIND, series);
        AuditLog.add(transaction, "book-series", series.id(), series.name());
        return series;
    }

    /** Occurrences that were refused take memory, too. */
    private static void checkRoom(Transaction transaction, String user, int more) {
        long kept = transaction.view().facts(SeriesBook.class).occurrences(user);
        if (kept + more > SeriesBook.MOST_OF_ONE) {
            throw Problem.of(
                            Code.TOO_MANY_SERIES,
                            "The series of " + user + " have " + kept + " occurrences; the limit is "
                                    + SeriesBook.MOST_OF_ONE + ". Cancel some series first.")
                    .toException();
        }
    }

    private static Refusal refusal(Transaction transaction, Job job) {
        return transaction.decide(new Command.Reserve(job)) instanceof Decision.Refused refused
                ? refused.refusal()
                : new Refusal.NoCapacity(job.id(), job.servers(), job.ready(), job.deadline(), List.of());
    }

    private static Occurrence occurrence(Transaction transaction, Account asker, Job asked, Order order) {
        Job job = Bookings.mayBook(transaction.view(), asker, asked);
        if (order.mode() == Series.Mode.BEST_POSSIBLE
                && transaction.decide(new Command.Reserve(job)) instanceof Decision.Refused refused) {
            return Occurrence.refused(
                    job.ready(),
                    refused.refusal().code(),
                    RefusalSentence.of(refused.refusal(), PoolUnits.called(transaction.view(), refused.refusal(), job))
                            .toString());
        }
        return Occurrence.booked(
                job.ready(),
                Bookings.reserve(transaction, asker, job, order.wish()).id().number());
    }

    /** The series of that id, if it is the asker's to see and change. */
    public static Series own(View view, Account asker, String id) {
        Optional<Long> number = IdKind.SERIES.number(id);
        Series series = number.flatMap(known -> view.facts(SeriesBook.class).get(known))
                .orElseThrow(() -> Problem.of(
                                Code.NOT_FOUND,
                                number.map(unknown -> "Unknown series " + IdKind.SERIES.id(unknown))
                                        .orElse("Unknown series; series are numbered s1, s2, ..."))
                        .toException());
        asker.checkOwns(series.user(), "series " + series.id());
        return series;
    }

    /** The occurrence that is ready at a time. */
    public static Occurrence occurrence(Series series, long ready) {
        return series.occurrences().stream()
                .filter(occurrence -> occurrence.ready() == ready)
                .findFirst()
                .orElseThrow(() -> Problem.invalid(
                                "occurrence", ready, "must be the ready time of an occurrence of the series")
                        .toException());
    }

    public static Series cancel(Transaction transaction, Account asker, String id) {
        return without(transaction, own(transaction.view(), asker, id), "cancel-series", occurrence -> true);
    }

    public static Series skip(Transaction transaction, Account asker, String id, long ready) {
        Series series = own(transaction.view(), asker, id);
        return without(transaction, series, "skip", occurrence -> occurrence.ready() == ready);
    }

    /** Cancels the occurrences that are meant and still there. */
    private static Series without(Transaction transaction, Series series, String what, Predicate<Occurrence> meant) {
        List<Occurrence> left = new ArrayList<>();
        for (Occurrence occurrence : series.occurrences()) {
            boolean goes = meant.test(occurrence) && !occurrence.skipped() && occurrence.reservation() > 0;
            if (goes) {
                Bookings.find(transaction.view(), new ReservationId(occurrence.reservation()))
                        .ifPresent(reservation -> Changes.cancel(transaction, reservation));
            }
            left.add(goes ? occurrence.skip() : occurrence);
        }
        Series after = series.with(left);
        transaction.record(SeriesBook.KIND, after);
        AuditLog.add(transaction, what, series.id(), "");
        return after;
    }
}
