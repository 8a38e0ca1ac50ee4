package dev.berth.engine.model;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The devices of each server of a placement, in the order of its servers: a bit for each of up to {@value Parts#MOST_DEVICES}
 * devices, which are numbered part by part. A share has the bit of the device that it is a share of.
 */
public final class Devices {
    public static final Devices NONE = new Devices(new long[0]);

    private static final Known<Devices> KNOWN = new Known<>(10);

    private final long[] bits;

    private Devices(long[] bits) {
        this.bits = bits;
    }

    /** Devices by server; {@link #NONE} if no server has any. */
    public static Devices of(long... bits) {
        return Arrays.stream(bits).allMatch(each -> each == 0) ? NONE : KNOWN.same(new Devices(bits.clone()));
    }

    public boolean isEmpty() {
        return bits.length == 0;
    }

    /** Number of servers for which devices are said. */
    public int servers() {
        return bits.length;
    }

    /** A bit for each device of the server at this place of the placement's servers. */
    public long bits(int index) {
        return index < bits.length ? bits[index] : 0;
    }

    /** The numbers that devices of one part have among themselves, of the server at this place. */
    public List<Integer> numbers(int index, Parts parts, Part part) {
        int first = parts.firstDevice(part);
        return IntStream.range(0, (int) part.count())
                .filter(number -> (bits(index) >>> (first + number) & 1) == 1)
                .boxed()
                .toList();
    }

    /** The first of them, for a placement that shrinks to fewer servers. */
    public Devices first(int servers) {
        return servers >= bits.length ? this : of(Arrays.copyOf(bits, servers));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Devices devices && Arrays.equals(bits, devices.bits);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bits);
    }

    @Override
    public String toString() {
        return Arrays.toString(bits);
    }
}
