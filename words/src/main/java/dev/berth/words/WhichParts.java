package dev.berth.words;

import dev.berth.engine.model.Amounts;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads which parts of a host, on a site whose hosts have parts: {@code 2 gpus}, {@code 16 cores}, {@code 64 GB of memory},
 * {@code half a gpu}, {@code 20 GB of a gpu}; and licences: {@code 2 licences of matlab}, {@code a matlab licence}. A word that names
 * a part as well as the servers of another pool means the part, unless that other pool is named.
 */
final class WhichParts {
    private static final Map<String, String> SYNONYMS =
            Map.of("card", "gpu", "cards", "gpu", "cpu", "cores", "cpus", "cores", "core", "cores", "ram", "memory");
    private static final Map<String, Integer> FRACTIONS =
            Map.of("half", 500, "quarter", 250, "third", 333, "tenth", 100, "fifth", 200, "eighth", 125);
    private static final List<String> LICENCES = List.of("licences", "licence", "licenses", "license");
    private static final List<String> HOURS = List.of("hours", "hour", "h");
    private static final Pattern DECIMAL = Pattern.compile("0?\\.[0-9]{1,3}");
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,3})?)?(gi?b|g|ti?b|t|mi?b)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,9}(?:\\.[0-9]{1,3})?");
    private static final Pattern LICENCE = Pattern.compile("[a-z][a-z0-9._-]{0,39}");

    private static final int MOST = 16;

    private final List<SitePool> pools;
    private final List<Unclear> unclear;
    private final TreeMap<String, Long> amounts = new TreeMap<>();
    private final TreeMap<String, Long> licences = new TreeMap<>();
    /** The word for each part, with where. */
    private final TreeMap<String, Unclear> said = new TreeMap<>();

    private @Nullable Share share;

    WhichParts(List<SitePool> pools, List<Unclear> unclear) {
        this.pools = pools;
        this.unclear = unclear;
    }

    boolean hasParts() {
        return pools.stream().anyMatch(pool -> !pool.parts().isEmpty());
    }

    boolean read(Cursor at) {
        int mark = at.mark();
        return readLicence(at, mark)
                || (hasParts() && (readShare(at, mark) || readMemory(at, mark) || readCount(at, mark)));
    }

    /** Name of the part that a word means, one or several; null if no pool has such a part. */
    private @Nullable String part(String word) {
        for (SitePool pool : pools) {
            for (String part : pool.parts()) {
                String several = part.endsWith("s") ? part : part + "s";
                if (word.equals(part) || word.equals(several) || (word + "s").equals(part)) {
                    return part;
                }
            }
        }
        String other = SYNONYMS.get(word);
        return other == null || pools.stream().noneMatch(pool -> pool.parts().contains(other)) ? null : other;
    }

    private boolean readCount(Cursor at, int mark) {
        Optional<Integer> number = Numbers.whole(at.peek(0));
        String part = number.isPresent() ? part(at.peek(1)) : null;
        if (part == null || part.equals(PartWords.MEMORY) || HOURS.contains(at.peek(2))) {
            return false;
        }
        at.take();
        at.take();
        add(at, mark, part, number.get());
        return true;
    }

    private void add(Cursor at, int mark, String part, long amount) {
        at.eat("each");
        Share shared = share;
        if (amount < 1 || amount > Part.MOST || amounts.size() == MOST) {
            unclear.add(at.unclear(
                    mark, "Ask for at least %s, and not for too much.".formatted(PartWords.counted(part, 1))));
        } else if ((shared != null && shared.part().equals(part)) || amounts.putIfAbsent(part, amount) != null) {
            unclear.add(at.unclear(mark, "The %s was said before; say it once.".formatted(part)));
        } else {
            said.put(part, at.unclear(mark, ""));
        }
    }

    /** {@code half a gpu}, {@code 0.5 gpus}, {@code a quarter of a gpu}. */
    private boolean readShare(Cursor at, int mark) {
        int thousandths = thousandths(at);
        at.eat("of");
        at.eatAny(List.of("a", "one"));
        String part = thousandths == 0 ? null : part(at.peek(0));
        if (part == null) {
            at.reset(mark);
            return false;
        }
        at.take();
        set(at, mark, Share.of(part, thousandths));
        return true;
    }

    private static int thousandths(Cursor at) {
        if (DECIMAL.matcher(at.peek(0)).matches()) {
            return new BigDecimal(at.take()).movePointRight(3).intValueExact();
        }
        int ahead = at.peek(0).equals("a") || at.peek(0).equals("one") ? 1 : 0;
        Integer fraction = FRACTIONS.get(at.peek(ahead));
        if (fraction == null) {
            return 0;
        }
        for (int i = 0; i <= ahead; i++) {
            at.take();
        }
        return fraction;
    }

    private void set(Cursor at, int mark, Share wanted) {
        at.eat("each");
        if (share != null || amounts.containsKey(wanted.part())) {
            unclear.add(at.unclear(mark, "The %s was said before; say it once.".formatted(wanted.part())));
            return;
        }
        share = wanted;
        said.put(wanted.part(), at.unclear(mark, ""));
    }

    /** {@code 64 GB}, {@code 64 GB of memory}, {@code 20 GB of a gpu}. */
    private boolean readMemory(Cursor at, int mark) {
        String number = NUMBER.matcher(at.peek(0)).matches() ? at.take() : "";
        String unit = at.peek(0);
        Optional<Long> size = SIZE.matcher(unit).matches() ? MemorySize.read(number + unit) : Optional.empty();
        if (size.isEmpty()) {
            at.reset(mark);
            return false;
        }
        at.take();
        boolean isOf = at.eat("of");
        at.eatAny(List.of("a", "one", "gpu memory on a"));
        String of = part(at.peek(0));
        if (of != null && !of.equals(PartWords.MEMORY) && (isOf || at.peek(1).equals(PartWords.MEMORY))) {
            at.take();
            at.eat(PartWords.MEMORY);
            if (size.get() < 1 || size.get() > Part.MOST) {
                unclear.add(at.unclear(mark, "Ask for at least 1 MB of it."));
            } else {
                set(at, mark, Share.ofMemory(of, size.get()));
            }
            return true;
        }
        if (part(PartWords.MEMORY) == null) {
            at.reset(mark);
            return false;
        }
        if (of != null && of.equals(PartWords.MEMORY)) {
            at.take();
        }
        add(at, mark, PartWords.MEMORY, size.get());
        return true;
    }

    private boolean readLicence(Cursor at, int mark) {
        Optional<Integer> number = Numbers.whole(at.peek(0));
        if (number.isEmpty()) {
            return false;
        }
        at.take();
        String name;
        if (at.eatAny(LICENCES) && at.eatAny(List.of("of", "for"))) {
            name = at.isOver() ? "" : at.take();
        } else {
            name = at.isOver() ? "" : at.take();
            if (name.isEmpty() || !at.eatAny(LICENCES)) {
                at.reset(mark);
                return false;
            }
        }
        if (number.get() < 1
                || licences.size() == MOST
                || !LICENCE.matcher(name).matches()) {
            unclear.add(at.unclear(mark, "Say which licence, such as \"1 licence of matlab\"."));
        } else if (licences.putIfAbsent(name, (long) number.get()) != null) {
            unclear.add(at.unclear(mark, "This licence was said before; say it once."));
        }
        return true;
    }

    /** Counts servers where the pool that was named has no such part, but calls its servers so. */
    void finish(HowMany howMany) {
        SitePool pool = howMany.pool;
        if (pool == null) {
            return;
        }
        for (Map.Entry<String, Unclear> each : said.entrySet()) {
            String part = each.getKey();
            if (pool.parts().contains(part)) {
                continue;
            }
            Long amount = amounts.remove(part);
            if (amount != null && amount <= Integer.MAX_VALUE && pool.unit().isCalled(part) && howMany.fewest == null) {
                howMany.fewest = Math.toIntExact(amount);
            } else {
                unclear.add(Unclear.of(
                        each.getValue().words(),
                        each.getValue().word(),
                        "The servers of pool %s have no part %s; leave it out, or name another pool."
                                .formatted(pool.name(), part)));
            }
        }
    }

    Slice slice() {
        return new Slice(Amounts.of(amounts), share);
    }

    Amounts licences() {
        return Amounts.of(licences);
    }
}
