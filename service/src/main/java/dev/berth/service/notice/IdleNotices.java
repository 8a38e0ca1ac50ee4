package dev.berth.service.notice;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Reservation;
import dev.berth.site.Transaction;
import dev.berth.words.Phrase;
import java.util.List;
import java.util.Optional;

/** Notices to the owner of a reservation that is idle, of which something is given back. */
public record IdleNotices(Transaction transaction) {
    /** Says that it is idle, and nothing more. */
    public void idle(Reservation reservation, long since, int below) {
        tell(
                NoticeKind.ENDS_SOON,
                reservation,
                Phrase.of(
                        "It has been idle since %s (use below %s%%). If you no longer need it: berth finish %s",
                        Phrase.time(since), below, reservation.id()),
                reservation.window().end());
    }

    /** Says until when the owner has to use or to keep it. It is told to whoever wants to know that a reservation ends soon. */
    public void warn(Reservation reservation, long since, int below, long until) {
        tell(
                NoticeKind.ENDS_SOON,
                reservation,
                Phrase.of(
                        "It has been idle since %s (use below %s%%). What is idle is given back at %s. If you need it: berth keep %s",
                        Phrase.time(since), below, Phrase.time(until), reservation.id()),
                until);
    }

    /**
     * Says that it has ended.
     *
     * @param refund how much of its price comes back
     */
    public void ended(Reservation reservation, long since, Money refund) {
        tell(
                NoticeKind.RELEASED,
                reservation,
                refunding(Phrase.of("It was idle since %s", Phrase.time(since)), refund),
                0);
    }

    /**
     * Says which servers were given back.
     *
     * @param refund how much of its price comes back
     */
    public void shrunk(Reservation rest, String servers, long since, Money refund) {
        tell(
                NoticeKind.RELEASED,
                rest,
                refunding(
                        Phrase.of("Idle since %s, and given back: %s. The others stay", Phrase.time(since), servers),
                        refund),
                0);
    }

    private static Phrase refunding(Phrase phrase, Money refund) {
        return refund.equals(Money.ZERO) ? phrase : phrase.and(". ", Phrase.of("Refund: %s", refund));
    }

    private void tell(NoticeKind kind, Reservation reservation, Phrase detail, long staleAfter) {
        if (Telling.isAnybodyThere(transaction.view())) {
            Notice notice = Notice.about(kind, reservation, Optional.empty(), detail, transaction.now());
            new Telling(transaction).tell(List.of(staleAfter == 0 ? notice : notice.staleAfter(staleAfter)));
        }
    }
}
