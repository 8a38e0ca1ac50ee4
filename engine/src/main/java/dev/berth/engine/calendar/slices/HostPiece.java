package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Placement;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.Window;
import org.jspecify.annotations.Nullable;

/** Parts that a waiting reservation has of one of its hosts, while a {@link HostClearing} looks for a plan. */
final class HostPiece {
    final ReservationId id;
    final Placement placement;
    /** Its place among the hosts of the placement. */
    final int index;

    final Need need;
    /** The largest share of a host that it takes of any part. */
    final long size;

    final long start;
    final long end;
    /** The next one on the same host, by start. */
    @Nullable
    HostPiece next;

    /** Whether it left its host in the plan that is tried. */
    boolean gone;

    HostPiece(ReservationId id, Placement placement, int index, Need need, long size) {
        this.id = id;
        this.placement = placement;
        this.index = index;
        this.need = need;
        this.size = size;
        this.start = placement.window().start();
        this.end = placement.window().end();
    }

    Window window() {
        return placement.window();
    }

    int host() {
        return placement.servers().get(index);
    }

    long bits() {
        return placement.taken().devices().bits(index);
    }

    /** How much room it leaves, as a share of a host times its length. */
    long area() {
        return size * ((end - start) / 1000 + 1);
    }

    /** The same as it counts for a plan: at least one, because each that goes is one more. */
    long cost() {
        return size * (end - start) / 1000 + 1;
    }

    boolean overlaps(Window window) {
        return start < window.end() && end > window.start();
    }
}
