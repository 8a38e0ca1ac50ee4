package dev.berth.service.notice;

import dev.berth.engine.model.Reservation;
import dev.berth.site.Transaction;
import dev.berth.words.Phrase;
import java.util.List;
import java.util.Optional;

/** Notices to the owner of a reservation that was in use and no longer is. */
public record PauseNotices(Transaction transaction) {
    /**
     * Says until when the owner has to come back. It is told to whoever wants to know that a reservation ends soon.
     *
     * @param until when the servers are given back otherwise
     */
    public void warn(Reservation reservation, long since, long until) {
        Phrase detail = Phrase.of(
                "It has not been used since %s. Its servers are given back at %s, unless they are used before",
                Phrase.time(since), Phrase.time(until));
        tell(Notice.about(NoticeKind.ENDS_SOON, reservation, Optional.empty(), detail, transaction.now())
                .staleAfter(until));
    }

    public void released(Reservation reservation, long since) {
        Phrase detail = Phrase.of("It was in use, but not since %s", Phrase.time(since));
        tell(Notice.about(NoticeKind.RELEASED, reservation, Optional.empty(), detail, transaction.now()));
    }

    /** Its runner died, or was cut off. */
    public void silent(Reservation reservation, long since) {
        Phrase detail = Phrase.of("Nothing was heard of the command in it since %s", Phrase.time(since));
        tell(Notice.about(NoticeKind.RELEASED, reservation, Optional.empty(), detail, transaction.now()));
    }

    private void tell(Notice notice) {
        if (Telling.isAnybodyThere(transaction.view())) {
            new Telling(transaction).tell(List.of(notice));
        }
    }
}
