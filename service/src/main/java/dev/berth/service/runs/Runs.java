package dev.berth.service.runs;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.Account;
import dev.berth.service.sharing.Sharings;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.site.codec.Codec;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The runs by reservation: all that run, and the latest of those that are over. */
public final class Runs implements FactKeeper<Run> {
    public static final String KIND = "run";

    /** Runs that are over, of one user and in all; each takes about 400 bytes. */
    private static final long SPENT_OF_ONE = 2_000;

    private static final long SPENT_IN_ALL = Memory.atMost(20_000 * 400L, 64) / 400;

    private final Numbered<Run> runs = new Numbered<>(new OfRun(), new PastRecords(SPENT_OF_ONE, SPENT_IN_ALL));

    private final Handover handover = new Handover();

    private static final class OfRun implements Numbered.Traits<Run> {
        @Override
        public long number(Run run) {
            return run.reservation();
        }

        @Override
        public String owner(Run run) {
            return run.user();
        }

        @Override
        public LongStream reservations(Run run) {
            return LongStream.of(run.reservation());
        }

        @Override
        public boolean isOver(Run run) {
            return !run.isRunning();
        }

        @Override
        public long weight(Run run) {
            return 1;
        }
    }

    record All(List<Run> runs) {}

    /** The run of a reservation, as far as it is still known. */
    public Optional<Run> of(ReservationId reservation) {
        return runs.get(reservation.number());
    }

    /** Whether an account may follow a reservation to run something in it: it owns it, is its guest, or has a command running there. */
    public static boolean mayFollow(View view, Account account, Reservation reservation) {
        return account.owns(reservation.job().user())
                || Sharings.isGuest(view, account, reservation.id())
                || view.facts(Runs.class)
                        .of(reservation.id())
                        .filter(run -> run.isRunning() && account.owns(run.user()))
                        .isPresent();
    }

    /**
     * The accounts whose processes may be in a reservation: its owner, its guests, and whose command has run there since before it was
     * handed over or shared no more.
     */
    public static Set<String> inside(View view, Reservation reservation) {
        Set<String> inside = new TreeSet<>(Sharings.guests(view, reservation.id()));
        inside.add(reservation.job().user());
        view.facts(Runs.class).of(reservation.id()).filter(Run::isRunning).ifPresent(run -> inside.add(run.user()));
        return inside;
    }

    /** Runs by the number of their reservations. */
    public Collection<Run> all() {
        return runs.all();
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Run> type() {
        return Run.class;
    }

    @Override
    public Undo apply(Run run, long time, String actor) {
        UndoLog undo = new UndoLog();
        undo.add(runs.set(run));
        undo.add(handover.set(run, time));
        return undo;
    }

    /** When the servers of runs go to the next. */
    Handover handover() {
        return handover;
    }

    /** A reservation that lost its servers without a report has a run that is lost, until its runner says more. */
    @Override
    public void settle(Transaction transaction, List<Touched> touched) {
        for (Touched each : touched) {
            of(each.id())
                    .filter(run -> run.isRunning()
                            && transaction.view().reservation(each.id()).isEmpty())
                    .ifPresent(run -> transaction.record(
                            KIND, run.ended(new Run.Ending(Run.How.LOST, Optional.empty(), transaction.now()))));
        }
    }

    /** Nothing where nothing ever ran, as in all snapshots from before there were runs. */
    @Override
    public Stream<byte[]> capture() {
        return runs.all().isEmpty()
                ? Stream.empty()
                : Pieces.of(List.copyOf(runs.all()), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        runs.clear();
        pieces.forEachRemaining(
                piece -> runs.add(0, Codec.read(All.class, piece).runs()));
        handover.restore(runs.all());
    }
}
