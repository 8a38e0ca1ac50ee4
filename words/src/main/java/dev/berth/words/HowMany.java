package dev.berth.words;

import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads how many servers, by whatever name, and of which pool. */
final class HowMany {
    private static final Set<String> SERVERS = Set.of("server", "servers", "node", "nodes", "machine", "machines");
    private static final Set<String> HOSTS = Set.of("host", "hosts");
    private static final List<String> ALL = List.of("the whole", "whole", "the entire", "entire", "all of", "all");
    private static final List<String> ONE_HOST =
            List.of("on one host", "on the same host", "on a single host", "on one machine", "on the same machine");
    private static final List<String> SEVERAL_HOSTS = List.of(
            "on several hosts",
            "on any hosts",
            "on different hosts",
            "across hosts",
            "over several hosts",
            "spread out");
    private static final List<String> BETWEEN_ROWS = List.of(Cursor.BREAK, "or", "and");
    private static final int MOST = 10_000_000;

    private final List<SitePool> pools;
    private final List<Unclear> unclear;

    @Nullable
    Integer fewest;

    @Nullable
    Integer most;

    /** How long on each number of servers; empty if it was not said so. */
    SortedMap<Integer, Duration> table = Collections.emptySortedMap();

    private Unclear tableUnclear = Unclear.of("", 0, "");

    @Nullable
    SitePool pool;

    /** The host that was named, in the letters of the site. */
    @Nullable
    String host;

    boolean isSpread;

    /** The unit of the pools that were meant, where they are not all and not one. */
    @Nullable
    String unit;

    /** The unit that was said, if it is one of a pool, with where. */
    private @Nullable String noun;

    private Unclear nounUnclear = Unclear.of("", 0, "");

    HowMany(List<SitePool> pools, List<Unclear> unclear) {
        this.pools = pools.stream()
                .sorted(Comparator.comparingInt((SitePool each) -> -each.name().length()))
                .toList();
        this.unclear = unclear;
    }

    boolean read(Cursor at) {
        int mark = at.mark();
        return table(at, mark) || whole(at, mark) || counted(at, mark);
    }

    /** {@code 2:4h,4:2h30m}. */
    private boolean table(Cursor at, int mark) {
        TreeMap<Integer, Duration> rows = new TreeMap<>();
        for (Optional<Map.Entry<Integer, Duration>> row = ServerTable.row(at.peek(0));
                row.isPresent();
                row = nextRow(at)) {
            at.take();
            if (rows.put(row.get().getKey(), row.get().getValue()) != null) {
                unclear.add(at.unclear(mark, "Say one duration for each number of servers."));
            }
        }
        if (rows.isEmpty()) {
            return false;
        }
        if (table.isEmpty()) {
            table = Collections.unmodifiableSortedMap(rows);
            tableUnclear = at.unclear(mark, "");
        } else {
            unclear.add(at.unclear(mark, "How many was said before; say it once."));
        }
        return true;
    }

    /** The next row, after a comma or a word between them, which is taken; empty if there is none. */
    private static Optional<Map.Entry<Integer, Duration>> nextRow(Cursor at) {
        Optional<Map.Entry<Integer, Duration>> row =
                BETWEEN_ROWS.contains(at.peek(0)) ? ServerTable.row(at.peek(1)) : Optional.empty();
        if (row.isPresent()) {
            at.take();
        }
        return row;
    }

    /** Says that a table stands beside another number of servers or duration. */
    void refuseBesideTable() {
        unclear.add(Unclear.of(
                tableUnclear.words(),
                tableUnclear.word(),
                "A table says how many and for how long; say nothing else of either."));
    }

    /** {@code on fast}, {@code the fast pool}, {@code in pool big memory}. */
    boolean readPool(Cursor at) {
        int mark = at.mark();
        if (at.eatAny(ONE_HOST)) {
            // As it is anyway.
            return true;
        }
        if (at.eatAny(SEVERAL_HOSTS)) {
            isSpread = true;
            return true;
        }
        boolean isPlace = at.eatAny(List.of("on", "in", "of", "from"));
        at.eat("the");
        boolean isPool = at.eat("pool");
        SitePool found = name(at);
        if (found == null && isPlace && !isPool && readHost(at, mark)) {
            return true;
        }
        isPool |= found != null && at.eat("pool");
        if (found == null || !(isPlace || isPool)) {
            at.reset(mark);
            return false;
        }
        choose(at, mark, found);
        return true;
    }

    /** {@code on beta}, {@code on host beta}. */
    private boolean readHost(Cursor at, int mark) {
        at.eat("host");
        for (String name : hosts()) {
            if (at.eat(name.toLowerCase(Locale.ROOT))) {
                if (host != null && !host.equals(name)) {
                    unclear.add(at.unclear(mark, "Host %s was named before; name one host.".formatted(host)));
                } else {
                    host = name;
                }
                return true;
            }
        }
        return false;
    }

    private List<String> hosts() {
        return pools.stream()
                .flatMap(each -> each.hosts().stream())
                .distinct()
                .sorted(Comparator.<String>comparingInt(name -> -name.length())
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** {@code the whole gpu pool}, {@code all gpus}, {@code all of fast}. */
    private boolean whole(Cursor at, int mark) {
        if (!at.eatAny(ALL)) {
            return false;
        }
        at.eat("the");
        boolean isCounted = at.peek(0).matches("[0-9]{1,8}") && !at.take().isEmpty();
        boolean isPool = at.eat("pool");
        SitePool found = name(at);
        if (found == null && isNoun(at.peek(0))) {
            List<SitePool> meant = havingUnit(at.take());
            at.eat("of");
            SitePool named = name(at);
            found = named == null && meant.size() == 1 ? meant.getFirst() : named;
            isPool = false;
        } else if (found != null && !at.eat("pool") && isNoun(at.peek(0))) {
            at.take();
        }
        if (found == null || (isCounted && isPool)) {
            at.reset(mark);
            return false;
        }
        if (isFirst(at, mark)) {
            fewest = found.servers();
            choose(at, mark, found);
        }
        return true;
    }

    private boolean counted(Cursor at, int mark) {
        if (hasHosts() && at.eatAny(ONE_HOST)) {
            at.reset(mark);
            return false;
        }
        if (!hasHosts() || !at.eatAny(List.of("on each of", "each of"))) {
            at.eat("on");
        }
        boolean isMost = at.eatAny(List.of("up to", "at most", "no more than"));
        Optional<Integer> first = number(at);
        Optional<Integer> second =
                first.isPresent() && !isMost && at.eatAny(List.of("to", "or", "-")) ? number(at) : Optional.empty();
        SitePool named = name(at);
        String said = isNoun(at.peek(0)) ? at.take() : null;
        if (said != null && hasHosts()) {
            at.eat("each with");
        }
        if (first.isEmpty() || (named == null && said == null)) {
            at.reset(mark);
            return false;
        }
        if (!isFirst(at, mark)) {
            return true;
        }
        int low = isMost ? 1 : first.get();
        int high = isMost ? first.get() : second.orElse(low);
        if (low < 1 || high < low || high > MOST) {
            unclear.add(at.unclear(
                    mark,
                    "Ask for at least 1 " + (said == null ? "server" : one(said))
                            + (high < low ? ", the smaller number first." : ".")));
            return true;
        }
        fewest = low;
        most = high > low ? (Integer) high : null;
        if (said != null) {
            mention(said, at, mark);
        }
        if (named != null) {
            choose(at, mark, named);
        }
        return true;
    }

    /** Takes note of a unit, which may tell the pool. */
    void mention(String unit, Cursor at, int mark) {
        if (noun == null && !havingUnit(unit).isEmpty()) {
            noun = unit;
            nounUnclear = at.unclear(mark, "");
        }
    }

    private static Optional<Integer> number(Cursor at) {
        Optional<Integer> number = Numbers.whole(at.peek(0));
        number.ifPresent(found -> at.take());
        return number;
    }

    private boolean isFirst(Cursor at, int mark) {
        if (fewest == null) {
            return true;
        }
        unclear.add(at.unclear(mark, "How many was said before; say it once."));
        return false;
    }

    private void choose(Cursor at, int mark, SitePool found) {
        if (pool != null && !pool.equals(found)) {
            unclear.add(at.unclear(mark, "Pool %s was named before; name one pool.".formatted(pool.name())));
            return;
        }
        pool = found;
    }

    /** A pool by its name, of which each word has to come next. */
    private @Nullable SitePool name(Cursor at) {
        for (SitePool each : pools) {
            if (at.eat(each.name().toLowerCase(Locale.ROOT).replaceAll("\\s+", " "))) {
                return each;
            }
        }
        return null;
    }

    boolean isNoun(String word) {
        return SERVERS.contains(word) || !havingUnit(word).isEmpty() || (HOSTS.contains(word) && hasHosts());
    }

    /** Servers with parts are hosts. */
    private boolean hasHosts() {
        return pools.stream().anyMatch(each -> !each.parts().isEmpty());
    }

    /** Pools that call their servers so; none for the word server itself, which is for all pools. */
    private List<SitePool> havingUnit(String word) {
        return pools.stream()
                .filter(each -> !each.unit().equals(Unit.SERVER)
                        && (each.unit().name().equals(word)
                                || each.unit().plural().equals(word)))
                .toList();
    }

    private String one(String word) {
        List<SitePool> having = havingUnit(word);
        return having.isEmpty() ? "server" : having.getFirst().unit().name();
    }

    /** Which pool is meant by the unit alone. */
    void finish() {
        if (noun == null) {
            return;
        }
        List<SitePool> meant = havingUnit(noun);
        SitePool chosen = pool;
        if (chosen != null) {
            if (!meant.contains(chosen)) {
                complain("Pool %s has %s; say \"%s\"."
                        .formatted(
                                chosen.name(),
                                chosen.unit().plural(),
                                chosen.unit().counted(fewest == null ? 1 : fewest)));
            }
        } else if (meant.size() == 1) {
            pool = meant.getFirst();
        } else if (meant.size() < pools.size()) {
            unit = meant.getFirst().unit().name();
        }
    }

    private void complain(String advice) {
        unclear.add(Unclear.of(nounUnclear.words(), nounUnclear.word(), advice));
    }

    /** Unit in which the servers of this booking are counted. */
    Unit unit() {
        if (pool != null) {
            return pool.unit();
        }
        if (unit != null) {
            return new Unit(unit);
        }
        Set<Unit> units = pools.stream().map(SitePool::unit).collect(Collectors.toSet());
        return units.size() == 1 ? units.iterator().next() : Unit.SERVER;
    }

    /** The most servers that one pool could give to a booking. */
    int largest() {
        return pool != null
                ? pool.servers()
                : (unit == null ? pools : havingUnit(unit))
                        .stream().mapToInt(SitePool::servers).max().orElse(1);
    }

    /** A number of what can be counted on this site, such as {@code "4 gpus" or "4 servers"}. */
    String countable(int count) {
        return pools.isEmpty()
                ? "\"" + Unit.SERVER.counted(count) + "\""
                : pools.stream()
                        .map(each -> "\"" + each.unit().counted(count) + "\"")
                        .distinct()
                        .sorted()
                        .limit(5)
                        .collect(Collectors.joining(" or "));
    }

    String hostNames() {
        return hosts().stream().sorted().limit(10).collect(Collectors.joining(", "));
    }

    String names() {
        return pools.isEmpty()
                ? "it has none yet"
                : pools.stream().map(SitePool::name).sorted().limit(10).collect(Collectors.joining(", "));
    }
}
