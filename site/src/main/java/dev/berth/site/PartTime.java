package dev.berth.site;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Book;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Time of servers, and of their parts, that is taken on hosts. A slice takes the share of a server that it takes of the part of which
 * it takes most: its dominant share, whatever the weights of a tariff, which may change while quotas count. Parts are counted in
 * thousandths of a device, a core or a GiB of memory.
 *
 * @param pools by name
 */
public record PartTime(Function<PoolId, Optional<Pool>> pools) {
    /** More than anybody books, and still far from an overflow when amounts are added. */
    public static final long MOST = Long.MAX_VALUE / 4;

    /** Thousandths of one device, core or GiB. */
    public static final long UNIT = 1_000;

    private static final String MEMORY = "memory";
    private static final long GIB = 1 << 10;
    private static final Tariff DOMINANT = Tariff.flat(Money.ZERO, 1);

    public static PartTime of(Book book) {
        return new PartTime(book::pool);
    }

    public static PartTime of(View view) {
        return new PartTime(view::pool);
    }

    /** Share of each server that a slice takes, in millionths. */
    public int share(Slice slice, PoolId pool) {
        return slice.isWhole() ? Tariff.ONE : DOMINANT.part(slice, parts(pool));
    }

    private Parts parts(PoolId pool) {
        return pools.apply(pool).map(Pool::parts).orElse(Parts.NONE);
    }

    /** Parts that a number of servers have or slices of them take, in thousandths; nothing where servers have no parts. */
    public Map<String, Long> taken(Slice slice, PoolId pool, int servers) {
        Parts parts = parts(pool);
        if (parts.isEmpty()) {
            return Map.of();
        }
        Map<String, Long> taken = new TreeMap<>();
        for (Part part : parts.all()) {
            long each = slice.isWhole()
                    ? units(part, part.count())
                    : units(part, slice.amounts().get(part.name()));
            Share share = slice.share();
            if (share != null && share.part().equals(part.name())) {
                each += part.thousandths(share);
            }
            if (each > 0) {
                taken.put(part.name(), product(each, servers));
            }
        }
        return taken;
    }

    /** Memory is counted in GiB, rounded up to a thousandth. */
    private static long units(Part part, long count) {
        return part.name().equals(MEMORY) && !part.numbered()
                ? Math.ceilDiv(product(count, UNIT), GIB)
                : product(count, UNIT);
    }

    /** Part-milliseconds that a number of thousandths takes in a length of time, rounded up. */
    public static long amount(long thousandths, long length) {
        return length <= 0 ? 0 : ratio(thousandths, length, UNIT);
    }

    /** Server-milliseconds of a share of the servers, rounded up. */
    public static long shared(long serverMillis, int millionths) {
        return millionths == Tariff.ONE ? serverMillis : ratio(serverMillis, millionths, Tariff.ONE);
    }

    private static long product(long one, long other) {
        return ratio(one, other, 1);
    }

    /** Product of two numbers divided by a third, rounded up, saturating. */
    private static long ratio(long one, long other, long by) {
        long high = Math.multiplyHigh(one, other);
        long low = one * other;
        if (high == 0 && low >= 0) {
            return Math.min(MOST, Math.ceilDiv(low, by));
        }
        BigInteger[] exact =
                BigInteger.valueOf(one).multiply(BigInteger.valueOf(other)).divideAndRemainder(BigInteger.valueOf(by));
        BigInteger up = exact[1].signum() > 0 ? exact[0].add(BigInteger.ONE) : exact[0];
        return up.min(BigInteger.valueOf(MOST)).longValueExact();
    }
}
