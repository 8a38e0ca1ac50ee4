package dev.berth.broker.fulfil;

import dev.berth.broker.book.Deals;
import dev.berth.broker.book.Probe;
import dev.berth.broker.book.Recorder;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.deal.Followed;
import dev.berth.broker.remote.RemoteStanding;
import dev.berth.broker.remote.Reserved;
import dev.berth.broker.remote.Sight;
import dev.berth.broker.remote.Sighted;
import dev.berth.broker.remote.SiteCalls;
import dev.berth.site.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks from time to time at what has become of the parts of booked deals. Each site has a thread of its own, so that one that is
 * slow or dead delays nobody else; there, one question is for all deals of a user. What is read is the state at the site, not what
 * has changed: nothing is missed while the broker or the site is away. Only the word of the site itself ends a part: see {@link SiteIdentities}.
 */
public final class DealWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DealWatch.class);
    /** Between two rounds, however often somebody asks. */
    private static final Duration LEAST = Duration.ofMillis(500);

    private final Site site;
    private final SiteCalls calls;
    private final Duration pause;
    private final Recorder recorder;
    private final Probe probe;
    private final Map<String, Thread> threads = new HashMap<>();
    /** Whose tokens sites reject, so that it is said once. */
    private final Set<String> rejected = ConcurrentHashMap.newKeySet();

    private final SiteIdentities identities = new SiteIdentities();
    private volatile boolean closed;

    public DealWatch(Site site, SiteCalls calls, List<String> names, Duration pause, Probe probe) {
        this.site = site;
        this.calls = calls;
        this.pause = pause;
        this.recorder = new Recorder(site, probe);
        this.probe = probe;
        names.forEach(name ->
                threads.put(name, Thread.ofVirtual().name("berth-watch-" + name).unstarted(() -> watch(name))));
    }

    public void start() {
        threads.values().forEach(Thread::start);
    }

    /** Somebody wants to know how a deal stands: its sites are looked at soon. */
    public void soon(Deal deal) {
        deal.parts().forEach(part -> LockSupport.unpark(threads.get(part.site())));
    }

    private void watch(String name) {
        String last = "";
        while (!closed) {
            try {
                last = round(name, last);
            } catch (RuntimeException e) {
                if (!closed) {
                    LOG.atWarn()
                            .addKeyValue("at", name)
                            .setCause(e)
                            .log("Deals at a site cannot be looked at; trying again");
                }
            }
            long least = Math.min(pause.toNanos(), LEAST.toNanos());
            long until = System.nanoTime() + least;
            for (long left = least; left > 0 && !closed; left = until - System.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
            LockSupport.parkNanos(this, Math.max(1, pause.toNanos() - least));
        }
    }

    /**
     * Looks for each user in turn, as long as the site answers.
     *
     * @param after begins after this user
     * @return the user for whom it did not answer: the next round begins after that one, so that nobody is always left out
     */
    private String round(String name, String after) {
        NavigableMap<String, List<Long>> byUser = deals(name);
        List<String> users = new ArrayList<>(byUser.tailMap(after, false).keySet());
        users.addAll(byUser.headMap(after, true).keySet());
        for (String user : users) {
            if (closed || !look(name, user, byUser.getOrDefault(user, List.of()))) {
                return user;
            }
        }
        return "";
    }

    /** The deals by user that have something open at a site. */
    private NavigableMap<String, List<Long>> deals(String name) {
        return site.read(view -> {
            NavigableMap<String, List<Long>> byUser = new TreeMap<>();
            view.facts(Deals.class)
                    .followed()
                    .filter(deal -> !open(deal, name).isEmpty())
                    .forEach(deal -> byUser.computeIfAbsent(deal.user(), user -> new ArrayList<>())
                            .add(deal.number()));
            return byUser;
        });
    }

    private static List<Reserved> open(Deal deal, String name) {
        return deal.parts().stream()
                .filter(part -> part.site().equals(name))
                .flatMap(part -> part.reservations().stream())
                .filter(each -> !each.stands().isOver())
                .toList();
    }

    /** Whether the site has answered, or has nothing to do with it that it did not. */
    private boolean look(String name, String user, List<Long> deals) {
        probe.at("before look " + name);
        Sight sight = calls.open(name, user);
        probe.at("after look " + name);
        if (sight instanceof Sight.Open open) {
            rejected.remove(name + " " + user);
            for (long number : deals) {
                Optional<Deal> deal = site.read(view -> view.facts(Deals.class).get(number));
                if (deal.isPresent() && !follow(name, deal.get(), open.reservations())) {
                    return false;
                }
            }
            return true;
        }
        if (sight instanceof Sight.None none && SiteCalls.isOfTheToken(none.code())) {
            if (rejected.add(name + " " + user)) {
                LOG.atWarn()
                        .addKeyValue("user", user)
                        .addKeyValue("at", name)
                        .addKeyValue("why", none.why())
                        .log("Deals of a user at a site are not known");
            }
            return true;
        }
        return false;
    }

    private boolean follow(String name, Deal deal, Map<String, Sighted> seen) {
        if (!deal.isFollowed()) {
            return true;
        }
        Map<String, Sighted> all = new HashMap<>(seen);
        boolean knowsSome = false;
        for (Reserved known : open(deal, name)) {
            if (!all.containsKey(known.id())) {
                switch (calls.reservation(name, deal.user(), known.id())) {
                    case Sight.One one -> all.put(known.id(), one.reservation());
                    case Sight.Gone gone -> {
                        if (isGone(name, deal.user(), known)) {
                            all.put(known.id(), forgotten(known));
                        }
                        continue;
                    }
                    case Sight.None none -> {
                        return false;
                    }
                    case Sight.Open none -> throw new IllegalStateException("no answer to this request: " + none);
                }
            }
            knowsSome |= isKept(all.get(known.id()));
            identities.settle(name, deal.user(), known.id());
        }
        if (knowsSome && !identities.isKnown(name)) {
            calls.name(name, deal.user()).ifPresent(said -> identities.learn(name, said));
        }
        Optional<Deal> next = Followed.after(deal, name, all, site.clock().millis());
        // Something has changed there, or somebody else answers.
        if (next.isPresent() && identities.isSame(name, calls.name(name, deal.user()))) {
            recorder.record(deal, next.get());
        }
        return true;
    }

    private static boolean isKept(@Nullable Sighted sighted) {
        return sighted != null
                && !sighted.reserved().stands().isOver()
                && !sighted.reserved().stands().isLost();
    }

    private boolean isGone(String name, String user, Reserved known) {
        return identities.isGone(
                name, user, known.id(), calls.name(name, user), site.clock().millis());
    }

    /** One that has begun is over; one that has not was lost, such as by a site that has gone back to a backup. */
    private Sighted forgotten(Reserved known) {
        boolean hasBegun = known.stands() == RemoteStanding.RUNNING
                || known.start() <= site.clock().millis();
        return new Sighted(
                known.standing(hasBegun ? RemoteStanding.FORGOTTEN : RemoteStanding.DISPLACED),
                "The site no longer knows " + known.id());
    }

    @Override
    public void close() {
        closed = true;
        threads.values().forEach(LockSupport::unpark);
    }
}
