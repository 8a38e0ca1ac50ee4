package dev.berth.service.notice;

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

    /** Says that it has ended. */
    public void ended(Reservation reservation, long since) {
        tell(NoticeKind.RELEASED, reservation, Phrase.of("It was idle since %s", Phrase.time(since)), 0);
    }

    /** Says which servers were given back. */
    public void shrunk(Reservation rest, String servers, long since) {
        tell(
                NoticeKind.RELEASED,
                rest,
                Phrase.of("Idle since %s, and given back: %s. The others stay", Phrase.time(since), servers),
                0);
    }

    private void tell(NoticeKind kind, Reservation reservation, Phrase detail, long staleAfter) {
        if (Telling.isAnybodyThere(transaction.view())) {
            Notice notice = Notice.about(kind, reservation, Optional.empty(), detail, transaction.now());
            new Telling(transaction).tell(List.of(staleAfter == 0 ? notice : notice.staleAfter(staleAfter)));
        }
    }
}
