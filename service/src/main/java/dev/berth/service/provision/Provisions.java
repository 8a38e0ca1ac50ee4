package dev.berth.service.provision;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import dev.berth.service.site.Numbered;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What was booked from searches by number, until a month after its end, and to which a reservation belongs. */
public final class Provisions implements FactKeeper {
    public static final String KIND = "provision";

    private static final long KEPT = Duration.ofDays(30).toMillis();
    /** Of those that were given up. */
    private static final int RELEASED_KEPT = 1_000;

    private final Numbered<Provision> provisions = new Numbered<>(
            Provision::number, provision -> provision.allocations().stream().mapToLong(Allotted::reservation));

    record All(long last, List<Provision> provisions) {}

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Undo apply(byte[] body, long time, String actor) {
        return switch (Codec.read(ProvisionFact.class, body)) {
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

    /** What is long over, and the oldest of what was given up, if that is much. */
    private List<Long> forgettable(long time) {
        List<Long> forgettable = new ArrayList<>();
        int released = 0;
        for (Provision provision : provisions.latestFirst()) {
            released += provision.released() ? 1 : 0;
            if (provision.end() < time - KEPT || (provision.released() && released > RELEASED_KEPT)) {
                forgettable.add(provision.number());
            }
        }
        return forgettable;
    }

    public Optional<Provision> get(long number) {
        return provisions.get(number);
    }

    public Collection<Provision> all() {
        return provisions.all();
    }

    /** The number of the provision that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return provisions.of(reservation);
    }

    public long next() {
        return provisions.last() + 1;
    }

    @Override
    public Supplier<byte[]> capture() {
        All all = new All(provisions.last(), List.copyOf(provisions.all()));
        return () -> Codec.write(All.class, all);
    }

    @Override
    public void restore(byte[] snapshot) {
        All all = Codec.read(All.class, snapshot);
        provisions.restore(all.last(), all.provisions());
    }
}
