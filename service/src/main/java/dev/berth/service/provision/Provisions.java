package dev.berth.service.provision;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.service.codec.Codec;
import dev.berth.service.site.FactKeeper;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What was booked from searches by number, until a month after its end, and to which a reservation belongs. */
public final class Provisions implements FactKeeper {
    public static final String KIND = "provision";

    private static final long KEPT = Duration.ofDays(30).toMillis();
    /** Of those that were given up. */
    private static final int RELEASED_KEPT = 1_000;

    private final TreeMap<Long, Provision> byNumber = new TreeMap<>();
    private final Map<Long, Long> byReservation = new HashMap<>();
    private long last;

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
                forgettable(time).forEach(old -> undo.add(set(old, null)));
                long before = last;
                last = booked.provision().number();
                undo.add(() -> last = before);
                undo.add(set(last, booked.provision()));
                yield undo;
            }
            case ProvisionFact.Released released -> {
                Provision provision = byNumber.get(released.provision());
                if (provision == null) {
                    throw new IllegalArgumentException("there is no provision p" + released.provision());
                }
                yield set(provision.number(), provision.givenUp());
            }
        };
    }

    private List<Long> forgettable(long time) {
        List<Provision> released =
                byNumber.values().stream().filter(Provision::released).toList();
        int tooMany = Math.max(0, released.size() - RELEASED_KEPT);
        return byNumber.values().stream()
                .filter(provision -> provision.end() < time - KEPT
                        || released.subList(0, tooMany).contains(provision))
                .map(Provision::number)
                .toList();
    }

    private Undo set(long number, @Nullable Provision provision) {
        Provision before = put(number, provision);
        return () -> put(number, before);
    }

    private @Nullable Provision put(long number, @Nullable Provision provision) {
        Provision before = provision == null ? byNumber.remove(number) : byNumber.put(number, provision);
        if (before != null) {
            before.allocations().forEach(allocation -> byReservation.remove(allocation.reservation()));
        }
        if (provision != null) {
            provision.allocations().forEach(allocation -> byReservation.put(allocation.reservation(), number));
        }
        return before;
    }

    public Optional<Provision> get(long number) {
        return Optional.ofNullable(byNumber.get(number));
    }

    public Collection<Provision> all() {
        return Collections.unmodifiableCollection(byNumber.values());
    }

    /** The number of the provision that a reservation belongs to. */
    public Optional<Long> of(long reservation) {
        return Optional.ofNullable(byReservation.get(reservation));
    }

    public long next() {
        return last + 1;
    }

    @Override
    public Supplier<byte[]> capture() {
        All all = new All(last, List.copyOf(byNumber.values()));
        return () -> Codec.write(All.class, all);
    }

    @Override
    public void restore(byte[] snapshot) {
        byNumber.clear();
        byReservation.clear();
        All all = Codec.read(All.class, snapshot);
        last = all.last();
        all.provisions().forEach(provision -> put(provision.number(), provision));
    }
}
