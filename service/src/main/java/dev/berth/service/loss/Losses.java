package dev.berth.service.loss;

import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.ReservationId;
import dev.berth.service.account.AuditLog;
import dev.berth.service.report.UsageLedger;
import dev.berth.site.Ended;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.codec.Codec;
import dev.berth.wire.Names;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The latest loss of each reservation: of all that are open, and of the latest that have closed. Audit log and ledger learn of a
 * loss here, in the transaction that causes it.
 */
public final class Losses implements FactKeeper<Loss> {
    public static final String KIND = "lost";

    /** Losses of closed reservations, of one user and in all; each takes about 800 bytes. */
    private static final long SPENT_OF_ONE = 1_000;

    private static final long SPENT_IN_ALL = Memory.atMost(10_000 * 800L, 128) / 800;

    private final Numbered<Loss> losses = new Numbered<>(new OfLoss(), new PastRecords(SPENT_OF_ONE, SPENT_IN_ALL));

    private static final class OfLoss implements Numbered.Traits<Loss> {
        @Override
        public long number(Loss loss) {
            return loss.reservation();
        }

        @Override
        public String owner(Loss loss) {
            return loss.user();
        }

        @Override
        public LongStream reservations(Loss loss) {
            return LongStream.of(loss.reservation());
        }

        @Override
        public boolean isOver(Loss loss) {
            return loss.closed().isPresent();
        }

        @Override
        public long weight(Loss loss) {
            return 1;
        }
    }

    record All(List<Loss> losses) {}

    /** The latest loss of a reservation, as far as it is still known. */
    public Optional<Loss> of(ReservationId reservation) {
        return losses.get(reservation.number());
    }

    /** Losses by the number of their reservations. */
    public Collection<Loss> all() {
        return losses.all();
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Loss> type() {
        return Loss.class;
    }

    @Override
    public Undo apply(Loss fact, long time, String actor) {
        return losses.set(fact);
    }

    @Override
    public void follow(Transaction transaction, List<Event> events, List<Touched> touched) {
        LossReader reader = new LossReader(transaction, this, touched);
        for (Loss loss : reader.read(events)) {
            ReservationId id = new ReservationId(loss.reservation());
            Optional<Loss> before = of(id);
            transaction.record(KIND, loss);
            audit(transaction, before, loss);
            reader.touched(id).ifPresent(each -> count(transaction, before, loss, each));
        }
    }

    /** One line for what befell the reservation; that it has servers again, or closed, is not the doing of an outage. */
    private static void audit(Transaction transaction, Optional<Loss> before, Loss loss) {
        boolean isNew = before.filter(known -> known.outcome() == loss.outcome() && known.changed() == loss.changed())
                .isEmpty();
        if (isNew && loss.outcome() != Loss.Outcome.RECOVERED) {
            AuditLog.add(
                    transaction,
                    Names.of(loss.outcome()),
                    new ReservationId(loss.reservation()).toString(),
                    "of " + loss.user() + ": " + loss.sentence());
        }
    }

    /** A promise counts as not kept once; what it promised counts when the reservation closes without servers. */
    private static void count(Transaction transaction, Optional<Loss> before, Loss loss, Touched touched) {
        boolean isFirst = loss.broken() && before.filter(Loss::broken).isEmpty();
        boolean isOver = loss.isUnkept() && loss.closed().isPresent();
        if (isFirst || isOver) {
            touched.ended()
                    .map(Ended::reservation)
                    .or(touched::was)
                    .ifPresent(lost -> UsageLedger.notKept(transaction, lost, isFirst, isOver));
        }
    }

    /** Nothing where nothing was ever lost, as in all snapshots from before losses were kept. */
    @Override
    public Stream<byte[]> capture() {
        return losses.all().isEmpty()
                ? Stream.empty()
                : Pieces.of(List.copyOf(losses.all()), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        losses.clear();
        pieces.forEachRemaining(
                piece -> losses.add(0, Codec.read(All.class, piece).losses()));
    }
}
