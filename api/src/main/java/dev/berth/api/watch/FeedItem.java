package dev.berth.api.watch;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.ask.AskFact;
import dev.berth.service.report.UseFact;
import dev.berth.service.waitlist.WaitEntry;
import dev.berth.service.workflow.PlanNews;
import dev.berth.site.Committed;
import dev.berth.site.Visibility;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A change as it is told. The first listener that needs it encodes it, and all others take the same bytes. */
public final class FeedItem {
    private final Committed committed;
    private final Map<ReservationId, String> applicants;
    private final Visibility visibility;
    private final Set<PoolId> hosts;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean isKept = true;
    private @Nullable List<ToldEvent> encoded;

    FeedItem(Committed committed, Map<ReservationId, String> applicants, Visibility visibility) {
        this(committed, applicants, visibility, Set.of());
    }

    /** @param hosts the pools whose servers have parts */
    FeedItem(Committed committed, Map<ReservationId, String> applicants, Visibility visibility, Set<PoolId> hosts) {
        this.hosts = hosts;
        this.committed = slim(committed);
        this.applicants = applicants;
        this.visibility = visibility;
    }

    /** Most facts are of no interest to listeners, and some are large. */
    private static Committed slim(Committed committed) {
        List<Committed.Fact> news = new ArrayList<>();
        for (Committed.Fact fact : committed.facts()) {
            if (fact.value() instanceof PlanNews.Line
                    || fact.value() instanceof AskFact
                    || fact.value() instanceof WaitEntry) {
                news.add(fact);
            }
        }
        return new Committed(committed.number(), committed.time(), committed.actor(), committed.events(), news);
    }

    long number() {
        return committed.number();
    }

    int events() {
        return committed.events().size();
    }

    /** Drops the bytes and keeps none from now on: only the few who were away for a while still ask for them. */
    void cool() {
        lock.lock();
        try {
            isKept = false;
            encoded = null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Writes what an account may know of it, and returns whether that is anything. The id comes with the last event, so
     * that a client that comes back is told of the whole change again.
     */
    public boolean tell(Account account, OutputStream out) throws IOException {
        byte[] last = null;
        for (ToldEvent told : encoded()) {
            byte[] message = told.to(account);
            if (message.length == 0) {
                continue;
            }
            if (last != null) {
                out.write(last);
                out.write('\n');
            }
            last = message;
        }
        if (last != null) {
            out.write(last);
            out.write(("id: " + committed.number() + "\n\n").getBytes(StandardCharsets.US_ASCII));
        }
        return last != null;
    }

    private List<ToldEvent> encoded() {
        lock.lock();
        try {
            List<ToldEvent> known = encoded;
            if (known != null) {
                return known;
            }
            List<ToldEvent> all = encode();
            encoded = isKept ? all : null;
            return all;
        } finally {
            lock.unlock();
        }
    }

    private List<ToldEvent> encode() {
        EventJson json = new EventJson(committed.time(), applicants, visibility, hosts);
        List<ToldEvent> all = new ArrayList<>();
        for (Event event : committed.events()) {
            all.addAll(json.of(event));
        }
        for (Committed.Fact fact : committed.facts()) {
            if (fact.value() instanceof PlanNews.Line line) {
                all.add(json.of(line));
            }
            if (fact.value() instanceof AskFact ask) {
                all.addAll(json.of(ask));
            }
            if (fact.value() instanceof WaitEntry entry) {
                all.add(json.of(entry));
            }
            if (fact.value() instanceof UseFact.Told told) {
                all.add(json.of(told));
            }
        }
        return all;
    }
}
