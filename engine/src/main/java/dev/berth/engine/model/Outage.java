package dev.berth.engine.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A window in which a named server serves nobody. Planned outages and failures of one server do not overlap; blocks may
 * overlap both and each other, and the server is out as long as one of them says so.
 *
 * @param repair null for a planned outage, which ends with its window. A failed server has the time at which its repair was
 *     expected, {@link Window#FOREVER} if nobody knows, and is out until it is restored: the window ends where the book
 *     assumes the repair to be done, and is extended when that time comes
 * @param cause who or what blocks the server, by which the block is known; null if it is no block
 * @param taken the parts that are out; the whole server, except for a block of some of its parts
 */
public record Outage(
        int server,
        Window window,
        @Nullable Long repair,
        @Nullable String cause,
        Taken taken) {
    private static final int LONGEST_CAUSE = 200;
    private static final String KEPT_FOR = "kept for ";
    private static final String JOINED_TO = "joined to ";

    public Outage {
        if (server < 0) {
            throw new BadValue("server", server, "must be numbered from 0");
        }
        if (cause != null && (cause.isBlank() || cause.length() > LONGEST_CAUSE)) {
            throw new BadValue("cause", cause, "must be 1 to " + LONGEST_CAUSE + " characters");
        }
        if (cause != null && repair != null) {
            throw new BadValue("cause", cause, "cannot be given for a failure");
        }
        if (cause == null && !taken.isPlain()) {
            throw new BadValue("parts", taken.slice(), "can be blocked, not fail or be drained");
        }
    }

    /** An outage of the whole server. */
    public Outage(int server, Window window, @Nullable Long repair, @Nullable String cause) {
        this(server, window, repair, cause, Taken.WHOLE);
    }

    /** A planned outage. */
    public Outage(int server, Window window) {
        this(server, window, null, null);
    }

    public static Outage failure(int server, Window window, long repair) {
        return new Outage(server, window, repair, null);
    }

    public static Outage block(int server, Window window, String cause) {
        return new Outage(server, window, null, cause);
    }

    /**
     * A server that a reservation still has although it lost others: nobody else gets it until the window ends. A block, so that it
     * takes the server from everybody by the same rules as any other.
     */
    public static Outage keptFor(ReservationId reservation, int server, Window window) {
        return block(server, window, KEPT_FOR + reservation);
    }

    /** The same for parts of a server. */
    public static Outage keptFor(ReservationId reservation, int server, Window window, Taken parts) {
        return new Outage(server, window, null, KEPT_FOR + reservation, parts);
    }

    /** A server of a pool that has become part of another one: it is given out there, and here never again. */
    public static Outage joined(int server, long from, PoolId into) {
        return block(server, new Window(from, Window.FOREVER), JOINED_TO + into);
    }

    /** The pool that this server has become part of; null if it is out for another reason. */
    public @Nullable PoolId joinedTo() {
        return cause != null && window.end() == Window.FOREVER && cause.startsWith(JOINED_TO)
                ? new PoolId(cause.substring(JOINED_TO.length()))
                : null;
    }

    /** Whether the whole server is out. */
    public boolean isWhole() {
        return taken.isPlain();
    }

    /** Whether the server is kept for a reservation that lost others. */
    public boolean isKeptFor(ReservationId reservation) {
        return cause != null && cause.equals(KEPT_FOR + reservation);
    }

    /** Whether the server is kept for anybody. */
    public boolean isKept() {
        return cause != null && cause.startsWith(KEPT_FOR);
    }

    /** Whether the server failed, so that only a repair brings it back. */
    public boolean isFailure() {
        return repair != null;
    }

    /** Whether it is a block, which is ended by its cause. */
    public boolean isBlock() {
        return cause != null;
    }

    public Outage within(Window other) {
        return new Outage(server, other, repair, cause, taken);
    }

    /** The parts of its window in which none of these others has the whole server out. */
    public List<Window> beside(Collection<Outage> others) {
        List<Window> parts = new ArrayList<>(1);
        long from = window.start();
        List<Outage> overlapping = others.stream()
                .filter(other -> other.server == server && other.isWhole() && other.window.overlaps(window))
                .toList();
        for (Outage other : union(overlapping)) {
            if (other.window.start() > from) {
                parts.add(new Window(from, other.window.start()));
            }
            from = other.window.end();
        }
        if (from < window.end()) {
            parts.add(new Window(from, window.end()));
        }
        return parts;
    }

    /** When which server is out, whatever the reasons: outages of one server that overlap are one here. By server and start. */
    public static List<Outage> union(Collection<Outage> outages) {
        List<Outage> sorted = new ArrayList<>(outages);
        sorted.sort(Comparator.comparingInt(Outage::server)
                .thenComparingLong(outage -> outage.window().start()));
        List<Outage> union = new ArrayList<>(sorted.size());
        for (Outage outage : sorted) {
            Outage last = union.isEmpty() ? null : union.getLast();
            if (last != null && last.server == outage.server && last.window.overlaps(outage.window)) {
                long end = Math.max(last.window.end(), outage.window.end());
                union.set(union.size() - 1, new Outage(outage.server, new Window(last.window.start(), end)));
            } else {
                union.add(outage);
            }
        }
        return union;
    }
}
