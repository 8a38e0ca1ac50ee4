package dev.berth.service.provision;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Numbered;
import dev.berth.site.PastRecords;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Provisions, the bookings made from searches, by number, until a month after their end. Also finds the provision of a
 * reservation.
 */
public final class Provisions implements FactKeeper<ProvisionFact> {
    public static final String KIND = "provision";

    private static final long KEPT = Duration.ofDays(30).toMillis();
    /** Allocations and tasks of those that were given up, of one user and in all. */
    private static final long RELEASED_OF_ONE = 50_000;

    /** Memory of an allocation or a task in bytes, approximately. */
    private static final long BYTES = 200;

    private static final long RELEASED_IN_ALL = Memory.atMost(200_000 * BYTES, 32) / BYTES;

    private final Numbered<Provision> provisions =
            new Numbered<>(new OfProvisions(), new PastRecords(RELEASED_OF_ONE, RELEASED_IN_ALL));

    private static final class OfProvisions implements Numbered.Traits<Provision> {
        @Override
        public long number(Provision provision) {
            return provision.number();
        }

        @Override
        public String owner(Provision provision) {
            return provision.owner();
        }

        @Override
        public LongStream reservations(Provision provision) {
            return provision.allocations().stream().mapToLong(Allotted::reservation);
        }

        @Override
        public boolean isOver(Provision provision) {
            return provision.released();
        }

        @Override
        public long weight(Provision provision) {
            return (long) provision.allocations().size() + provision.tasks().size();
        }
    }

    record All(long last, List<Provision> provisions) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<ProvisionFact> type() {
        return ProvisionFact.class;
    }

    @Override
    public Undo apply(ProvisionFact fact, long time, String actor) {
        return switch (fact) {
            case ProvisionFact.Booked booked -> {
                UndoLog undo = new UndoLog();
                forgettable(time).forEach(old -> undo.add(provisions.remove(old)));
                undo.add(provisions.set(booked.provision()));
                yield undo;
            }
            case ProvisionFact.Released released ->
                provisions.set(provisions
                        .get(released.provision())
                        .orElseThrow(
                                () -> new IllegalArgumentException("there is no provision p" + released.provision()))
                        .givenUp());
        };
    }

    private List<Long> forgettable(long time) {
        return provisions.all().stream()
                .filter(provision -> provision.end() < time - KEPT)
                .map(Provision::number)
                .toList();
    }

    public Optional<Provision> get(long number) {
        return provisions.get(number);
    }

    public Collection<Provision> all() {
        return provisions.all();
    }

    /** How many tasks a user has in provisions that are not over. */
    long openTasks(String owner, long now) {
        return provisions.all().stream()
                .filter(provision ->
                        provision.owner().equals(owner) && !provision.released() && provision.finish() > now)
                .mapToLong(provision -> provision.tasks().size())
                .sum();
    }

    /** The number of the provision that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return provisions.of(reservation);
    }

    @Override
    public long openBytes() {
        return BYTES * provisions.open();
    }

    public long next() {
        return provisions.last() + 1;
    }

    @Override
    public Stream<byte[]> capture() {
        long last = provisions.last();
        return Pieces.of(List.copyOf(provisions.all()), 1, some -> Codec.write(All.class, new All(last, some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        provisions.clear();
        pieces.forEachRemaining(piece -> {
            All all = Codec.read(All.class, piece);
            provisions.add(all.last(), all.provisions());
        });
    }
}
