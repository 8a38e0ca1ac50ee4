package dev.berth.service.adoption;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.ReservationId;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.Touched;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.site.codec.Codec;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Adoptions by reservation: of all that are open, and of the latest that are closed. Most reservations have none. */
public final class Adoptions implements FactKeeper<Adoption> {
    public static final String KIND = "adoption";

    /** Bytes for each process. */
    private static final long BYTES = 300;

    /** Processes in what is closed, of one user and in all. */
    private static final long PAST_OF_ONE = 2_000;

    private static final long PAST_IN_ALL = Memory.atMost(20_000 * BYTES, 64) / BYTES;

    private final Numbered<Adoption> adoptions =
            new Numbered<>(new AdoptionTraits(), new PastRecords(PAST_OF_ONE, PAST_IN_ALL));

    private static final class AdoptionTraits implements Numbered.Traits<Adoption> {
        @Override
        public long number(Adoption adoption) {
            return adoption.reservation();
        }

        @Override
        public String owner(Adoption adoption) {
            return adoption.owner();
        }

        @Override
        public LongStream reservations(Adoption adoption) {
            return LongStream.of(adoption.reservation());
        }

        @Override
        public boolean isOver(Adoption adoption) {
            return adoption.over();
        }

        @Override
        public long weight(Adoption adoption) {
            return 1L + adoption.processes().size();
        }
    }

    record All(List<Adoption> adoptions) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Adoption> type() {
        return Adoption.class;
    }

    /** The processes that a reservation was made for; empty if it was booked as usual. */
    public Optional<Adoption> of(ReservationId reservation) {
        return adoptions.get(reservation.number());
    }

    /** Whether a process was named when a reservation was made, which still lasts. */
    public boolean isNamed(ReservationId reservation, String host, String user, long pid) {
        return of(reservation).filter(each -> each.names(host, user, pid)).isPresent();
    }

    @Override
    public Undo apply(Adoption adoption, long time, String actor) {
        return adoptions.set(adoption);
    }

    /** Closes adoptions with their reservations, which are kept only to be looked up. */
    @Override
    public void settle(Transaction transaction, List<Touched> touched) {
        for (Touched each : touched) {
            of(each.id()).ifPresent(before -> {
                Adoption after = before.over(!isOpen(transaction.view(), each.id()));
                if (each.after().isPresent() && !each.user().equals(before.owner())) {
                    after = after.ownedBy(each.user());
                }
                if (!after.equals(before)) {
                    transaction.record(KIND, after);
                }
            });
        }
    }

    private static boolean isOpen(View view, ReservationId id) {
        return view.reservation(id).isPresent() || view.degraded(id).isPresent();
    }

    @Override
    public long openBytes() {
        return adoptions.open() * BYTES;
    }

    /** Nothing where nothing was ever adopted, as in all snapshots from before that was possible. */
    @Override
    public Stream<byte[]> capture() {
        return adoptions.all().isEmpty()
                ? Stream.empty()
                : Pieces.of(List.copyOf(adoptions.all()), 100, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        adoptions.clear();
        pieces.forEachRemaining(
                piece -> adoptions.add(0, Codec.read(All.class, piece).adoptions()));
    }
}
