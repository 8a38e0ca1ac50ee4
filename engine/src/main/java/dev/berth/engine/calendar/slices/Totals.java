package dev.berth.engine.calendar.slices;

import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Amounts taken of all hosts of a pool together, by part, over time. It says how busy the pool is, not whether there is room: 8
 * hosts with a free card each are no room for 8 cards. Sorted steps in pieces, so that an insert moves few of them; two steps
 * that follow one another always differ.
 */
final class Totals {
    private static final int MOST = 256;
    /** Binary places of the share of a part that is taken, and those that are compared. */
    private static final int SCALE = 40;

    private static final int COMPARED = 17;

    private final Layout layout;
    /** Number of parts that are amounts, and of those that are devices. */
    private final int width;

    private final List<Piece> pieces = new ArrayList<>();
    private final long[] perHost;
    private final long[] factors;
    private final long[] change;
    private int hosts;

    private static final class Piece {
        private int size;
        private final long[] times = new long[MOST];
        private final long[] taken;
        /** The least and the most that is taken of each part in any step, where they are known. */
        private final long[] least;

        private final long[] most;
        private boolean known;

        Piece(int width) {
            this.taken = new long[MOST * width];
            this.least = new long[width];
            this.most = new long[width];
        }

        void learn() {
            if (known) {
                return;
            }
            int width = least.length;
            System.arraycopy(taken, 0, least, 0, width);
            System.arraycopy(taken, 0, most, 0, width);
            for (int at = width; at < size * width; ) {
                for (int i = 0; i < width; i++, at++) {
                    least[i] = Math.min(least[i], taken[at]);
                    most[i] = Math.max(most[i], taken[at]);
                }
            }
            known = true;
        }
    }

    Totals(Layout layout) {
        this.layout = layout;
        this.width = layout.parts.all().size();
        this.perHost = new long[width];
        this.factors = new long[width];
        this.change = new long[width];
        for (int i = 0; i < width; i++) {
            long count = layout.parts.all().get(i).count();
            perHost[i] = layout.parts.all().get(i).numbered() ? count * Share.WHOLE : count;
        }
        Piece first = new Piece(width);
        first.size = 1;
        pieces.add(first);
    }

    void resize(int count) {
        hosts = count;
        for (int i = 0; i < width; i++) {
            factors[i] = Math.max(1, (1L << SCALE) / Math.max(1, perHost[i] * hosts));
        }
    }

    /** Takes what a need is on this many hosts, or gives it back. */
    void add(Window window, Need need, int count, int sign) {
        for (int i = 0; i < width; i++) {
            change[i] = (long) sign * count * of(i, need);
        }
        cut(window.start());
        Place to = window.end() == Window.FOREVER ? new Place(pieces.size(), 0) : cut(window.end());
        // The second cut may have split the piece of the first.
        Place from = find(window.start());
        for (int p = from.piece; p < pieces.size() && p <= to.piece; p++) {
            Piece piece = pieces.get(p);
            int begin = p == from.piece ? from.step : 0;
            int end = p == to.piece ? to.step : piece.size;
            piece.known &= begin == end;
            for (int step = begin; step < end; step++) {
                for (int i = 0; i < width; i++) {
                    piece.taken[step * width + i] += change[i];
                }
            }
        }
        if (to.piece < pieces.size()) {
            merge(to);
        }
        merge(find(window.start()));
    }

    private long of(int part, Need need) {
        if (need.whole()) {
            return perHost[part];
        }
        if (!layout.parts.all().get(part).numbered()) {
            return need.amounts()[layout.place(part)];
        }
        long bits = layout.bits(part);
        if (need.shareOf() == bits) {
            return need.thousandths();
        }
        for (Need.Kind kind : need.kinds()) {
            if (kind.of() == bits) {
                return (long) kind.count() * Share.WHOLE;
            }
        }
        return 0;
    }

    private record Place(int piece, int step) {}

    /** The step that holds at a time. */
    private Place find(long time) {
        int low = 0;
        int high = pieces.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (pieces.get(middle).times[0] <= time) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        Piece piece = pieces.get(low);
        int at = Arrays.binarySearch(piece.times, 0, piece.size, time);
        return new Place(low, at >= 0 ? at : Math.max(0, -at - 2));
    }

    /** The step that begins at a time, made if there is none. */
    private Place cut(long time) {
        Place place = find(time);
        Piece piece = pieces.get(place.piece);
        if (piece.times[place.step] == time) {
            return place;
        }
        if (piece.size == MOST) {
            split(place.piece);
            place = find(time);
            piece = pieces.get(place.piece);
        }
        int next = place.step + 1;
        System.arraycopy(piece.times, next, piece.times, next + 1, piece.size - next);
        System.arraycopy(piece.taken, place.step * width, piece.taken, next * width, (piece.size - place.step) * width);
        piece.times[next] = time;
        piece.size++;
        return new Place(place.piece, next);
    }

    private void split(int index) {
        Piece piece = pieces.get(index);
        Piece right = new Piece(width);
        int half = piece.size / 2;
        right.size = piece.size - half;
        System.arraycopy(piece.times, half, right.times, 0, right.size);
        System.arraycopy(piece.taken, half * width, right.taken, 0, right.size * width);
        piece.size = half;
        piece.known = false;
        pieces.add(index + 1, right);
    }

    private void merge(Place place) {
        Piece piece = pieces.get(place.piece);
        if (place.piece == 0 && place.step == 0) {
            return;
        }
        Piece before = place.step > 0 ? piece : pieces.get(place.piece - 1);
        int last = place.step > 0 ? place.step - 1 : before.size - 1;
        if (!Arrays.equals(
                before.taken,
                last * width,
                (last + 1) * width,
                piece.taken,
                place.step * width,
                (place.step + 1) * width)) {
            return;
        }
        int left = piece.size - place.step - 1;
        System.arraycopy(piece.times, place.step + 1, piece.times, place.step, left);
        System.arraycopy(piece.taken, (place.step + 1) * width, piece.taken, place.step * width, left * width);
        piece.size--;
        piece.known &= place.step > 0;
        if (piece.size == 0) {
            pieces.remove(place.piece);
        }
    }

    /** From now on levels are those that hold once a need is taken of this many hosts beside. */
    void consider(Need need, int count) {
        for (int i = 0; i < width; i++) {
            change[i] = count * of(i, need);
        }
    }

    /** The level of amounts by part: the share of the busiest part that is taken. */
    private long level(long[] taken, int at) {
        long busiest = 0;
        for (int i = 0; i < width; i++) {
            busiest = Math.max(busiest, (taken[at + i] + change[i]) * factors[i]);
        }
        return busiest >>> (SCALE - COMPARED);
    }

    /** The piece that holds at a time. */
    int pieceAt(long time) {
        return find(time).piece;
    }

    /** Where a piece begins; {@link Window#FOREVER} after the last. */
    long begin(int piece) {
        return piece == pieces.size() ? Window.FOREVER : pieces.get(piece).times[0];
    }

    /** No level of a piece is lower than this. */
    long leastAtBest(int piece) {
        Piece of = pieces.get(piece);
        of.learn();
        return level(of.least, 0);
    }

    /** The highest level of a piece. */
    long highest(int piece) {
        Piece of = pieces.get(piece);
        of.learn();
        return level(of.most, 0);
    }

    /** The highest level within {@code [from, to)}. */
    long highest(long from, long to) {
        Place place = find(from);
        long highest = 0;
        int first = place.step;
        for (int p = place.piece; p < pieces.size(); p++) {
            Piece piece = pieces.get(p);
            if (piece.times[0] >= to) {
                break;
            }
            if (first == 0 && begin(p + 1) <= to) {
                highest = Math.max(highest, highest(p));
                continue;
            }
            for (int step = first; step < piece.size && piece.times[step] < to; step++) {
                highest = Math.max(highest, level(piece.taken, step * width));
            }
            first = 0;
        }
        return highest;
    }

    /** Hands over the levels within {@code [from, to)}, step by step. */
    void collect(long from, long to, Peaks peaks) {
        Place place = find(from);
        for (int p = place.piece; p < pieces.size(); p++) {
            Piece piece = pieces.get(p);
            for (int step = p == place.piece ? place.step : 0; step < piece.size; step++) {
                if (piece.times[step] >= to) {
                    return;
                }
                peaks.add(Math.max(from, piece.times[step]), level(piece.taken, step * width));
            }
        }
    }

    int size() {
        int steps = 0;
        for (Piece piece : pieces) {
            steps += piece.size;
        }
        return steps;
    }

    boolean hasToForget(long now) {
        Piece first = pieces.getFirst();
        return pieces.size() > 1
                ? pieces.get(1).times[0] <= now
                : first.size > MOST / 2 && first.times[MOST / 2] <= now;
    }

    /** Drops the steps that have ended. The result brings them back, whatever has become of the pieces. */
    Undo forget(long now) {
        List<Piece> dropped = new ArrayList<>();
        while (pieces.size() > 1 && pieces.get(1).times[0] <= now) {
            dropped.add(pieces.removeFirst());
        }
        Piece first = pieces.getFirst();
        int passed = find(now).step;
        if (passed > 0) {
            Piece part = new Piece(width);
            part.size = passed;
            System.arraycopy(first.times, 0, part.times, 0, passed);
            System.arraycopy(first.taken, 0, part.taken, 0, passed * width);
            dropped.add(part);
            System.arraycopy(first.times, passed, first.times, 0, first.size - passed);
            System.arraycopy(first.taken, passed * width, first.taken, 0, (first.size - passed) * width);
            first.size -= passed;
            first.known = false;
        }
        long began = first.times[0];
        first.times[0] = 0;
        return () -> {
            pieces.getFirst().times[0] = began;
            pieces.addAll(0, dropped);
        };
    }
}
