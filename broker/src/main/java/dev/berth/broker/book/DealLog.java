package dev.berth.broker.book;

import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.News;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Writes to the log what has become of the parts of deals. */
final class DealLog {
    private static final Logger LOG = LoggerFactory.getLogger(DealLog.class);

    private DealLog() {}

    static void write(Deal before, Deal next) {
        DealNotices.added(before.news(), next.news()).forEach(news -> write(next, news));
        if (before.state() == Deal.State.REPLACING && next.state() == Deal.State.BROKEN) {
            about(Level.WARN, next).log("Deal broken: nothing can take the place of what was lost");
        }
    }

    private static void write(Deal deal, News news) {
        switch (news.what()) {
            case LOST -> about(Level.WARN, deal, news).log("Deal lost a part: its site cannot keep it");
            case CANCELLED -> about(Level.WARN, deal, news).log("Deal lost a part: it was cancelled at its site");
            case REPLACED -> about(Level.INFO, deal, news).log("Deal replaced a part that was lost");
            case RECOVERED -> about(Level.INFO, deal, news).log("Deal has a lost part again");
            case MOVED, PULLED_FORWARD -> about(Level.DEBUG, deal, news).log("Part of a deal moved");
            case STARTED, ENDED -> {
                // As agreed.
            }
        }
    }

    private static LoggingEventBuilder about(Level level, Deal deal, News news) {
        return about(level, deal)
                .addKeyValue("reservation", news.now().id())
                .addKeyValue("at", news.site())
                .addKeyValue("why", news.detail());
    }

    private static LoggingEventBuilder about(Level level, Deal deal) {
        return LOG.atLevel(level)
                .addKeyValue("deal", deal.id())
                .addKeyValue("name", deal.name())
                .addKeyValue("user", deal.user());
    }
}
