package dev.berth.broker.book;

import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.DealPart;
import dev.berth.broker.deal.News;
import dev.berth.broker.remote.Reserved;
import dev.berth.service.notice.Notice;
import dev.berth.service.notice.NoticeKind;
import dev.berth.service.notice.Telling;
import dev.berth.site.Transaction;
import dev.berth.words.Phrase;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tells the user of a deal what has become of it, by mail and webhooks, as a site does for reservations. */
final class DealNotices {
    private DealNotices() {}

    static void tell(Transaction transaction, Deal before, Deal next) {
        if (Telling.isAnybodyThere(transaction.view())) {
            new Telling(transaction).tell(of(before, next, transaction.now()));
        }
    }

    static List<Notice> of(Deal before, Deal next, long now) {
        List<Notice> notices = new ArrayList<>();
        if (before.state() == Deal.State.DECIDED && next.state() == Deal.State.BOOKED) {
            notices.add(notice(NoticeKind.CONFIRMED, next, "Booked at " + sites(next), now));
        }
        added(before.news(), next.news()).stream()
                .flatMap(news -> notice(next, news, now).stream())
                .forEach(notices::add);
        if (before.state() == Deal.State.REPLACING && next.state() == Deal.State.BROKEN) {
            notices.add(notice(NoticeKind.DEGRADED, next, "Nothing can take the place of what was lost", now));
        }
        return notices;
    }

    /** News that were added. If there are very many, the oldest have been dropped; two of them may be equal. */
    static List<News> added(List<News> before, List<News> next) {
        int dropped = 0;
        while (!isBegunWith(next, before.subList(dropped, before.size()))) {
            dropped++;
        }
        return next.subList(before.size() - dropped, next.size());
    }

    private static boolean isBegunWith(List<News> all, List<News> first) {
        return first.size() <= all.size() && all.subList(0, first.size()).equals(first);
    }

    private static String sites(Deal deal) {
        return String.join(", ", deal.parts().stream().map(DealPart::site).toList());
    }

    private static Optional<Notice> notice(Deal deal, News news, long now) {
        Optional<NoticeKind> kind = switch (news.what()) {
            case MOVED, PULLED_FORWARD -> Optional.of(NoticeKind.MOVED);
            case LOST -> Optional.of(NoticeKind.DEGRADED);
            case RECOVERED, REPLACED -> Optional.of(NoticeKind.RECOVERED);
            case CANCELLED -> Optional.of(NoticeKind.RELEASED);
            case STARTED, ENDED -> Optional.empty();
        };
        Reserved place = news.now();
        return kind.map(each -> Notice.of(
                each,
                deal.user(),
                deal.id(),
                deal.name(),
                Optional.of(new Notice.Place(place.pool(), place.servers(), place.start(), place.end())),
                news.before().map(Reserved::start),
                Phrase.text(detail(news)),
                now,
                0));
    }

    private static String detail(News news) {
        String part = news.now().id() + " at " + news.site();
        return switch (news.what()) {
            case CANCELLED -> part + " was cancelled there";
            case REPLACED -> part + " takes the place of what was lost";
            case MOVED, PULLED_FORWARD, STARTED, LOST, RECOVERED, ENDED ->
                news.detail().isEmpty() ? part : part + ": " + news.detail();
        };
    }

    private static Notice notice(NoticeKind kind, Deal deal, String detail, long now) {
        return Notice.of(
                kind,
                deal.user(),
                deal.id(),
                deal.name(),
                Optional.empty(),
                Optional.empty(),
                Phrase.text(detail),
                now,
                0);
    }
}
