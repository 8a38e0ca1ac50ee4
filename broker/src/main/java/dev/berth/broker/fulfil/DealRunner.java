package dev.berth.broker.fulfil;

import dev.berth.broker.book.Deals;
import dev.berth.broker.book.Probe;
import dev.berth.broker.book.Recorder;
import dev.berth.broker.deal.Deal;
import dev.berth.broker.remote.SiteCalls;
import dev.berth.site.Committed;
import dev.berth.site.Site;
import dev.berth.wire.IdKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings deals to their ends, beside the site: it looks where each stands, asks the sites without any lock, and records what
 * follows. What it knows itself is lost with it, and not missed.
 */
public final class DealRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DealRunner.class);
    /** The clock of the site may jump, so deals are looked at even if nothing is due, at least as often as this. */
    private static final long RAREST_LOOK = Duration.ofSeconds(1).toNanos();

    /** A broker with short pauses looks more often, in proportion to its first pause. */
    private static final int PAUSES_A_LOOK = 20;

    private static final long SHORTEST_WAIT = Duration.ofMillis(5).toNanos();
    private static final int AT_ONCE = 500;
    /** So that what a site has to undo is undone within a minute after it can be reached. */
    private static final long LONGEST_PAUSE = Duration.ofSeconds(20).toNanos();

    private static final long LONGEST_FOR_TOKENS = Duration.ofMinutes(10).toNanos();

    private final Site site;
    private final DealSteps steps;
    private final Recorder recorder;
    private final long firstPause;
    private final long betweenLooks;
    private final Thread thread =
            Thread.ofPlatform().daemon().name("berth-broker").unstarted(this::work);
    private final Semaphore free = new Semaphore(AT_ONCE);
    private final Set<Long> busy = ConcurrentHashMap.newKeySet();
    private final Map<Long, Pause> pauses = new ConcurrentHashMap<>();
    private final Map<Long, CompletableFuture<Boolean>> waiting = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private record Pause(long length, long since) {
        boolean isOver() {
            return left() <= 0;
        }

        long left() {
            return length - (System.nanoTime() - since);
        }
    }

    public DealRunner(Site site, DealSteps steps, Duration firstPause, Probe probe) {
        this.firstPause = firstPause.toNanos();
        this.betweenLooks = Math.clamp(PAUSES_A_LOOK * this.firstPause, SHORTEST_WAIT, RAREST_LOOK);
        this.site = site;
        this.steps = steps;
        this.recorder = new Recorder(site, probe);
    }

    public void start() {
        site.listen(this::committed);
        thread.start();
    }

    private void committed(Committed change) {
        if (change.facts().stream().anyMatch(fact -> fact.kind().equals(Deals.KIND))) {
            LockSupport.unpark(thread);
        }
    }

    /** Waits until a deal is over, but not for ever; where it stands then. */
    public Deal await(long number, Duration most) {
        CompletableFuture<Boolean> over = waiting.computeIfAbsent(number, key -> new CompletableFuture<>());
        if (deal(number).filter(Deal::isOver).isEmpty()) {
            try {
                over.get(most.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException | ExecutionException e) {
                LOG.debug("{} is not over yet", number);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        waiting.remove(number, over);
        return deal(number).orElseThrow();
    }

    private Optional<Deal> deal(long number) {
        return site.read(view -> view.facts(Deals.class).get(number));
    }

    /** Its user has changed it: it is looked at without a pause. */
    public void wake(long number) {
        pauses.remove(number);
        LockSupport.unpark(thread);
    }

    private void work() {
        while (!closed) {
            try {
                look();
            } catch (CompletionException | IllegalStateException e) {
                if (!closed) {
                    LOG.warn("Deals cannot go on; trying again", e);
                }
            }
            LockSupport.parkNanos(
                    this,
                    pauses.values().stream()
                            .mapToLong(Pause::left)
                            .map(left -> Math.clamp(left, SHORTEST_WAIT, betweenLooks))
                            .min()
                            .orElse(betweenLooks));
        }
    }

    private void look() {
        List<Long> due = site.read(view -> view.facts(Deals.class)
                .open()
                .map(Deal::number)
                .filter(this::isDue)
                .limit(free.availablePermits())
                .toList());
        for (long number : due) {
            if (free.tryAcquire()) {
                busy.add(number);
                Thread.ofVirtual().name("berth-deal-" + number).start(() -> run(number));
            }
        }
        pauses.keySet().removeIf(number -> deal(number).filter(Deal::isOpen).isEmpty());
    }

    private boolean isDue(long number) {
        Pause pause = pauses.get(number);
        return !busy.contains(number) && (pause == null || pause.isOver());
    }

    private void run(long number) {
        try {
            while (!closed && advance(number)) {
                pauses.remove(number);
            }
        } catch (RuntimeException e) {
            pause(number, LONGEST_PAUSE);
            if (!closed) {
                LOG.atWarn()
                        .addKeyValue("deal", IdKind.DEAL.id(number))
                        .setCause(e)
                        .log("Deal cannot go on; trying again");
            }
        } finally {
            busy.remove(number);
            free.release();
        }
    }

    /** Takes a deal one step further; false if that has to wait, or it is over. */
    private boolean advance(long number) {
        Optional<Deal> found = deal(number);
        if (found.filter(Deal::isOver).isPresent()) {
            Optional.ofNullable(waiting.remove(number)).ifPresent(over -> over.complete(true));
        }
        if (found.filter(Deal::isOpen).isEmpty()) {
            return false;
        }
        Optional<Deal> next = steps.next(found.get());
        if (next.isEmpty()) {
            pause(number, longest(found.get()));
            return false;
        }
        tell(found.get(), next.get());
        recorder.record(found.get(), next.get());
        return true;
    }

    private void pause(long number, long longest) {
        pauses.compute(
                number,
                (same, before) -> new Pause(
                        before == null ? firstPause : Math.min(longest, 2 * before.length()), System.nanoTime()));
    }

    /** Until somebody has put a new token into the file, asking again helps nobody. */
    private static long longest(Deal deal) {
        boolean isForTokens = !deal.waits().isEmpty()
                && deal.waits().stream().allMatch(reason -> SiteCalls.isOfTheToken(reason.code()));
        return isForTokens ? LONGEST_FOR_TOKENS : LONGEST_PAUSE;
    }

    private static void tell(Deal before, Deal next) {
        if (!next.waits().equals(before.waits())) {
            next.waits()
                    .forEach(reason -> LOG.atWarn()
                            .addKeyValue("deal", next.id())
                            .addKeyValue("user", next.user())
                            .addKeyValue("why", reason.sentence())
                            .log("Deal waits for a site"));
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
