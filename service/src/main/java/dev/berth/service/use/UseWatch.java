package dev.berth.service.use;

import dev.berth.engine.agreement.Quote;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.service.account.AuditLog;
import dev.berth.service.booking.Bookings;
import dev.berth.service.booking.Changes;
import dev.berth.service.guard.HostReading;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.notice.IdleNotices;
import dev.berth.service.report.MeasuredUses;
import dev.berth.service.report.UseFact;
import dev.berth.site.Actor;
import dev.berth.site.Site;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Times;
import dev.berth.words.Spans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells owners of idle reservations, gives back what stays idle, and makes the sums of what was measured durable. */
public final class UseWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UseWatch.class);
    private static final long PAUSE = Duration.ofSeconds(1).toMillis();

    private final Site site;
    private final UseMeters meters;
    private final Predicate<ReservationId> mayBeInUse;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Whether the latest try to write failed; told once. */
    private boolean isFailing;

    /**
     * Watches the meters of a site, without a thread of its own.
     *
     * @param mayBeInUse whether a cluster may run jobs in a reservation
     */
    UseWatch(Site site, UseMeters meters, Predicate<ReservationId> mayBeInUse) {
        this.site = site;
        this.meters = meters;
        this.mayBeInUse = mayBeInUse;
    }

    /** Begins to watch. */
    public static UseWatch start(Site site, UseMeters meters, Predicate<ReservationId> mayBeInUse) {
        UseWatch watch = new UseWatch(site, meters, mayBeInUse);
        Thread.ofVirtual().name("berth-uses").start(watch::work);
        return watch;
    }

    public UseMeters meters() {
        return meters;
    }

    private void work() {
        try {
            while (!closed.await(PAUSE, TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes durable what is due. */
    void look() {
        if (site.isFollowing()) {
            meters.forget();
        } else {
            record(site.read(meters::due));
        }
    }

    private void record(List<UseFact.Measured> facts) {
        if (facts.isEmpty()) {
            return;
        }
        try {
            long now = site.write(Actor.SITE, transaction -> {
                        facts.forEach(fact -> transaction.record(MeasuredUses.KIND, fact));
                        return transaction.now();
                    })
                    .join();
            meters.recorded(facts, now);
            isFailing = false;
        } catch (RuntimeException e) {
            // Such as a full disk, or another instance that leads now. The next look tries again.
            if (!isFailing) {
                LOG.atWarn()
                        .addKeyValue("why", String.valueOf(e.getMessage()))
                        .log("Cannot write down what was measured of reservations; trying again");
            }
            isFailing = true;
        }
    }

    /**
     * Does what follows from a reading; returns the reservations of which something was given back. What is in use by now, was kept by
     * its owner, or has ended, is left alone.
     */
    public List<ReservationId> carryOut(List<IdleState> states) {
        List<IdleState> due = states.stream()
                .filter(state -> state.step() != IdleState.Step.NONE && !mayBeInUse.test(state.reservation()))
                .toList();
        if (due.isEmpty()) {
            return List.of();
        }
        List<IdleState> told = new ArrayList<>();
        List<IdleState> given = new ArrayList<>();
        site.write(Actor.SITE, transaction -> {
                    told.clear();
                    given.clear();
                    for (IdleState state : due) {
                        if (meters.stillHolds(transaction.view(), state)) {
                            carryOut(transaction, state, told, given);
                        }
                    }
                    return true;
                })
                .join();
        told.forEach(meters::told);
        given.forEach(meters::givenBack);
        return given.stream().map(IdleState::reservation).toList();
    }

    private static void carryOut(
            Transaction transaction, IdleState state, List<IdleState> told, List<IdleState> given) {
        Optional<Reservation> running =
                Bookings.find(transaction.view(), state.reservation()).filter(Reservation::isRunning);
        if (running.isEmpty()) {
            return;
        }
        Reservation reservation = running.get();
        if (state.step() == IdleState.Step.TELL) {
            tell(transaction, state, reservation);
            told.add(state);
        } else if (!state.isWhole() && shrink(transaction, state, reservation)) {
            given.add(state);
        } else if (state.isWhole() && state.pieces().equals(IdlePieces.servers(reservation.placement()))) {
            String howLong = Spans.text(Duration.ofMillis(transaction.now() - state.since()));
            Quote quote = Changes.reclaim(transaction, state.reservation(), "idle for " + howLong);
            new IdleNotices(transaction).ended(reservation, state.since(), refund(quote));
            given.add(state);
        }
    }

    /** Amount that comes back of what a reservation had cost. */
    private static Money refund(Quote quote) {
        return quote.before().minus(quote.after()).minus(quote.fee());
    }

    private static void tell(Transaction transaction, IdleState state, Reservation reservation) {
        if (state.until() == 0) {
            new IdleNotices(transaction)
                    .idle(reservation, state.since(), state.rule().below());
        } else {
            new IdleNotices(transaction)
                    .warn(reservation, state.since(), state.rule().below(), state.until());
        }
        transaction.record(
                MeasuredUses.KIND,
                new UseFact.Told(
                        state.reservation().number(),
                        reservation.job().user(),
                        state.since(),
                        state.until() == 0 ? Optional.empty() : Optional.of(state.until())));
        AuditLog.add(
                transaction,
                "warn-idle",
                state.reservation().toString(),
                state.until() == 0
                        ? "idle since " + Times.instant(state.since())
                        : "idle since %s, given back at %s"
                                .formatted(Times.instant(state.since()), Times.instant(state.until())));
    }

    /** Whether some pieces of a reservation could be given back; a task of a plan, for example, keeps what it has. */
    private static boolean shrink(Transaction transaction, IdleState state, Reservation reservation) {
        Decision decision = transaction.submit(
                new Command.Adjust(state.reservation(), IdlePieces.release(reservation.placement(), state.pieces())));
        String names = names(transaction.view(), reservation, state.pieces());
        if (!(decision instanceof Decision.Accepted accepted)) {
            LOG.atInfo()
                    .addKeyValue("reservation", state.reservation())
                    .addKeyValue("servers", names)
                    .log("Idle servers cannot be given back one by one");
            return false;
        }
        AuditLog.add(
                transaction,
                "give-back-idle",
                state.reservation().toString(),
                names + Changes.settled(accepted.quote()));
        transaction
                .view()
                .reservation(state.reservation())
                .ifPresent(rest ->
                        new IdleNotices(transaction).shrunk(rest, names, state.since(), refund(accepted.quote())));
        return true;
    }

    /** Names of servers, or of cards and their hosts, as their owner knows them. */
    private static String names(View view, Reservation reservation, Set<IdlePiece> pieces) {
        PoolId pool = reservation.placement().pool();
        Parts parts = view.pools().stream()
                .filter(each -> each.id().equals(pool))
                .findAny()
                .map(Pool::parts)
                .orElse(Parts.NONE);
        Part cards = parts.get(HostReading.CARD);
        TreeMap<Integer, List<Integer>> byServer = new TreeMap<>();
        pieces.stream()
                .sorted(Comparator.comparingInt(IdlePiece::device))
                .forEach(piece -> byServer.computeIfAbsent(piece.server(), any -> new ArrayList<>())
                        .add(cards == null ? piece.device() : piece.device() - parts.firstDevice(cards)));
        ServerNames names = ServerNames.of(view);
        return byServer.entrySet().stream()
                .map(each -> names.names(pool, ServerSet.of(each.getKey())).getFirst()
                        + (cards == null
                                ? ""
                                : each.getValue().stream()
                                        .map(String::valueOf)
                                        .collect(Collectors.joining(",", " " + HostReading.CARD + " ", ""))))
                .collect(Collectors.joining(", "));
    }

    /** Makes durable what was measured up to now, as far as that can be done. */
    @Override
    public void close() {
        closed.countDown();
        if (!site.isFollowing()) {
            record(meters.all());
        }
    }
}
