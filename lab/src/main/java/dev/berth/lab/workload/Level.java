package dev.berth.lab.workload;

import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A level of heterogeneity (castillo II-A): the rates of equal pools, from slow to fast. The paper's four vectors are not
 * printed; these have equal totals and form a chain by expression (1).
 */
public record Level(String name, List<Rate> rates) {
    public static final Level L1 = of("L1", "0.58", "0.67", "0.75");
    public static final Level L2 = of("L2", "0.47", "0.68", "0.85");
    public static final Level L3 = of("L3", "0.35", "0.70", "0.95");
    public static final Level L4 = of("L4", "0.20", "0.80", "1.00");
    public static final List<Level> ALL = List.of(L1, L2, L3, L4);

    /** All servers alike: the paper's (H, n)_0, of the same total but for a millionth. */
    public static final Level L0 = of("L0", "0.666667");

    /** A chain whose fastest servers are as fast everywhere, so that no job is impossible at one level alone. */
    public static final List<Level> FASTEST_1 = List.of(
            of("F1", "0.48", "0.52", "1.00"),
            of("F2", "0.40", "0.60", "1.00"),
            of("F3", "0.30", "0.70", "1.00"),
            of("F4", "0.20", "0.80", "1.00"));

    public Level {
        if (rates.isEmpty()) {
            throw new BadValue("level", name, "must have at least one rate");
        }
        rates = rates.stream().sorted().toList();
    }

    private static Level of(String name, String... rates) {
        return new Level(name, Stream.of(rates).map(Rate::of).toList());
    }

    /** Reads {@code 0.2,0.8,1}. */
    public static Level parse(String rates) {
        return new Level(rates, Stream.of(rates.split(",", -1)).map(Rate::of).collect(Collectors.toList()));
    }

    /** Pools of this level with this many servers in all, as equal as can be; the fastest take what is left over. */
    public List<Pool> pools(int servers) {
        List<Pool> pools = new ArrayList<>();
        int given = 0;
        for (int i = 0; i < rates.size(); i++) {
            int upTo = (int) ((long) servers * (i + 1) / rates.size());
            pools.add(new Pool("p" + (i + 1), upTo - given, rates.get(i).toString()));
            given = upTo;
        }
        return pools;
    }

    public long total() {
        return rates.stream().mapToLong(Rate::millionths).sum();
    }

    /** Expression (1): whether this level is at least as heterogeneous, by majorisation, as the other. */
    public boolean majorises(Level other) {
        if (rates.size() != other.rates.size() || total() != other.total()) {
            return false;
        }
        List<Rate> mine = rates.stream().sorted(Comparator.reverseOrder()).toList();
        List<Rate> theirs =
                other.rates.stream().sorted(Comparator.reverseOrder()).toList();
        long ahead = 0;
        for (int k = 0; k < mine.size(); k++) {
            ahead += mine.get(k).millionths() - theirs.get(k).millionths();
            if (ahead < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return name + " (" + rates.stream().map(Rate::toString).collect(Collectors.joining(", ")) + ")";
    }
}
