package dev.berth.service.hold;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.calendar.UndoLog;
import dev.berth.engine.model.ReservationId;
import dev.berth.site.FactKeeper;
import dev.berth.site.Memory;
import dev.berth.site.Pieces;
import dev.berth.site.codec.Codec;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The groups of holds, until 30 days after they came to their state. That long a request about one can be repeated: who was
 * away for a while can still find out what has become of it.
 */
public final class HoldGroups implements FactKeeper<HoldFact> {
    public static final String KIND = "hold-group";

    static final Duration KEPT = Duration.ofDays(30);

    private static final int MOST_OF_ONE = 100_000;
    /** Memory of one group in bytes, approximately. */
    private static final int BYTES = 400;

    private static final long MOST_IN_ALL = Memory.atMost(Long.MAX_VALUE, 16) / BYTES;

    private final int mostOfOne;
    /** Groups by the order in which they reached their states, the oldest first. */
    private final TreeMap<Long, HoldGroup> byTurn = new TreeMap<>();

    private final Map<String, Long> turns = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    /** Numbers of the reservations in them. */
    private final Set<Long> members = new HashSet<>();

    private long last;

    record All(List<HoldGroup> groups) {}

    public HoldGroups() {
        this(MOST_OF_ONE);
    }

    HoldGroups(int mostOfOne) {
        this.mostOfOne = mostOfOne;
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<HoldFact> type() {
        return HoldFact.class;
    }

    public Optional<HoldGroup> get(String owner, String name) {
        return Optional.ofNullable(turns.get(HoldGroup.key(owner, name))).map(byTurn::get);
    }

    /** Whether a reservation was held together with others, or alone under a name. */
    public boolean isGrouped(ReservationId reservation) {
        return members.contains(reservation.number());
    }

    /** Whether an account may have one more. None is forgotten early: that would let a late request be carried out. */
    boolean hasRoom(String owner) {
        return counts.getOrDefault(owner, 0) < mostOfOne && byTurn.size() < MOST_IN_ALL;
    }

    @Override
    public Undo apply(HoldFact fact, long time, String actor) {
        UndoLog undo = new UndoLog();
        while (!byTurn.isEmpty() && byTurn.firstEntry().getValue().changed() < time - KEPT.toMillis()) {
            Map.Entry<Long, HoldGroup> oldest = byTurn.firstEntry();
            remove(oldest.getKey());
            undo.add(() -> put(oldest.getKey(), oldest.getValue()));
        }
        HoldGroup next = switch (fact) {
            case HoldFact.Held held ->
                new HoldGroup(
                        held.owner(),
                        held.name(),
                        held.digest(),
                        held.reservations(),
                        HoldGroup.State.HELD,
                        time,
                        Optional.empty());
            case HoldFact.Settled settled ->
                get(settled.owner(), settled.name())
                        .map(group -> group.in(settled.state(), time, settled.fee()))
                        .orElseGet(() -> new HoldGroup(
                                settled.owner(), settled.name(), "", List.of(), settled.state(), time, settled.fee()));
        };
        undo.add(replace(next));
        return undo;
    }

    private Undo replace(HoldGroup group) {
        @Nullable Long earlier = turns.get(HoldGroup.key(group.owner(), group.name()));
        HoldGroup before = earlier == null ? null : remove(earlier);
        long turn = ++last;
        put(turn, group);
        return () -> {
            remove(turn);
            last--;
            if (earlier != null && before != null) {
                put(earlier, before);
            }
        };
    }

    private void put(long turn, HoldGroup group) {
        byTurn.put(turn, group);
        turns.put(HoldGroup.key(group.owner(), group.name()), turn);
        counts.merge(group.owner(), 1, Integer::sum);
        members.addAll(group.reservations());
    }

    private HoldGroup remove(long turn) {
        HoldGroup group = Objects.requireNonNull(byTurn.remove(turn));
        turns.remove(HoldGroup.key(group.owner(), group.name()));
        counts.merge(group.owner(), -1, (a, b) -> a + b == 0 ? null : a + b);
        group.reservations().forEach(members::remove);
        return group;
    }

    @Override
    public Stream<byte[]> capture() {
        return Pieces.of(List.copyOf(byTurn.values()), 500, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        byTurn.clear();
        turns.clear();
        counts.clear();
        members.clear();
        last = 0;
        pieces.forEachRemaining(piece -> Codec.read(All.class, piece).groups().forEach(group -> put(++last, group)));
    }
}
