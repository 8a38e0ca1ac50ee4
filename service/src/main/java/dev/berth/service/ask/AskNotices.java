package dev.berth.service.ask;

import dev.berth.engine.model.Reservation;
import dev.berth.service.notice.Notice;
import dev.berth.service.notice.NoticeKind;
import dev.berth.service.notice.Telling;
import dev.berth.site.Transaction;
import dev.berth.words.Phrase;
import java.util.List;
import java.util.Optional;

/** Notices about asks: to the owner who is asked, to the operator who asked, and to the user whose job found room. */
record AskNotices(Transaction transaction) {
    void asked(Ask ask) {
        tell(
                NoticeKind.ASKED,
                ask.user(),
                ask,
                Phrase.of(
                        "May %s end as late as %s, instead of %s? Its price falls from %s to %s if you accept by %s; if you do not"
                                + " answer, nothing changes%s",
                        ask.reservationId(),
                        Phrase.time(ask.deadline()),
                        Phrase.time(ask.before()),
                        ask.price(),
                        ask.after(),
                        Phrase.time(ask.expires()),
                        ask.reason().isEmpty() ? "" : ". " + ask.reason()),
                ask.expires());
    }

    void accepted(Ask ask) {
        tell(
                NoticeKind.ASK_ACCEPTED,
                ask.by(),
                ask,
                Phrase.of(
                        "%s may end as late as %s, and costs %s",
                        ask.reservationId(), Phrase.time(ask.deadline()), ask.after()),
                0);
    }

    void declined(Ask ask) {
        tell(NoticeKind.ASK_DECLINED, ask.by(), ask, Phrase.of("%s stays as it is", ask.reservationId()), 0);
    }

    void ended(Ask ask, Ask.Why why) {
        tell(
                NoticeKind.ASK_ENDED,
                ask.user(),
                ask,
                Phrase.of("You need not answer any more: %s. %s stays as it is", Ask.because(why), ask.reservationId()),
                0);
    }

    void roomFound(Ask ask, Reservation held) {
        long until = transaction.view().heldUntil(held.id()).orElse(transaction.now());
        told(Notice.of(
                NoticeKind.ROOM_FOUND,
                held.job().user(),
                held.id().toString(),
                held.job().id().name(),
                Optional.of(Notice.Place.of(held)),
                Optional.empty(),
                Phrase.of("Room was made for it, and it is held for you until %s", Phrase.time(until)),
                transaction.now(),
                until));
    }

    private void tell(NoticeKind kind, String user, Ask ask, Phrase detail, long staleAfter) {
        told(Notice.of(
                kind,
                user,
                ask.id(),
                ask.name(),
                transaction.view().reservation(ask.reservationId()).map(Notice.Place::of),
                Optional.empty(),
                detail,
                transaction.now(),
                staleAfter));
    }

    private void told(Notice notice) {
        if (Telling.isAnybodyThere(transaction.view())) {
            new Telling(transaction).tell(List.of(notice));
        }
    }
}
