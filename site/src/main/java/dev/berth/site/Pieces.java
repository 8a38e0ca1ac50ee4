package dev.berth.site;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Cuts what a keeper knows into pieces, so that neither writing nor reading a snapshot needs memory for all of it at
 * once.
 */
public final class Pieces {
    private Pieces() {}

    /**
     * The pieces, each made when it is asked for; one of nothing if there is nothing.
     *
     * @param things must not change any more
     * @param most things of a piece
     */
    public static <T> Stream<byte[]> of(List<T> things, int most, Function<List<T>, byte[]> write) {
        int count = Math.max(1, Math.ceilDiv(things.size(), most));
        return IntStream.range(0, count)
                .mapToObj(piece ->
                        write.apply(things.subList(piece * most, Math.min(things.size(), (piece + 1) * most))));
    }
}
