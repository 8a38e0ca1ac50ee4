package dev.berth.engine.calendar.slices;

import dev.berth.engine.model.Window;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cost of making room on a host for a need throughout a window: at the first moment that lacks room the smallest that is
 * enough, or the largest if none is, has to go; and so on.
 */
final class HostCosts {
    /** There is no room even if all who wait go, or it costs more than is asked about. */
    static final long NONE = -1;

    /** Number of those who usually wait on a host within a window. */
    private static final int USUAL = 64;

    private final HostPieces pieces;
    private final TrialHosts trial;
    private final int moves;
    private final HostTimeline scratch;
    private final List<HostPiece> near = new ArrayList<>(USUAL);
    private final List<HostPiece> gone = new ArrayList<>();
    private final List<HostPiece> tried = new ArrayList<>(USUAL);

    /** @param moves how many may go for one job */
    HostCosts(HostPieces pieces, TrialHosts trial, int moves) {
        this.pieces = pieces;
        this.trial = trial;
        this.moves = moves;
        this.scratch = trial.scratch();
    }

    /**
     * How much has to go, as shares of the host times their lengths, if it is at most this much.
     *
     * @param but stays
     * @param below how large a piece may be that goes
     */
    long of(int host, Window window, Need wanted, @Nullable HostPiece but, long below, long most) {
        HostTimeline timeline = trial.at(host);
        long lack = timeline.roomUntil(wanted, window.start(), window.end());
        if (lack == window.end()) {
            return 0;
        }
        tried.clear();
        near(host, window, but, below);
        long cost = 0;
        while (lack < window.end()) {
            HostPiece goes = next(timeline, wanted, lack);
            if (goes == null || tried.size() >= moves) {
                cost = NONE;
                break;
            }
            goes.gone = true;
            tried.add(goes);
            cost += goes.cost();
            if (cost > most) {
                cost = NONE;
                break;
            }
            if (timeline != scratch) {
                // A copy of so few steps costs less than to change all of them, and back.
                scratch.copy(timeline, window);
                timeline = scratch;
            }
            scratch.release(goes, window.end());
            lack = scratch.roomUntil(wanted, window.start(), window.end(), lack);
        }
        for (HostPiece piece : tried) {
            piece.gone = false;
        }
        return cost;
    }

    /** The same on the hosts of the trial: lets them go until there is room, and answers whether there is. */
    boolean clear(
            int host, Window window, Need wanted, @Nullable HostPiece but, long below, Collection<HostPiece> going) {
        near(host, window, but, below);
        long lack = window.start();
        while (true) {
            HostTimeline timeline = trial.at(host);
            lack = timeline.roomUntil(wanted, window.start(), window.end(), lack);
            if (lack == window.end()) {
                return true;
            }
            HostPiece goes = next(timeline, wanted, lack);
            if (goes == null || going.size() >= moves) {
                return false;
            }
            leave(goes, host);
            going.add(goes);
        }
    }

    /** Lets one go who waits on a host. */
    void leave(HostPiece piece, int host) {
        piece.gone = true;
        gone.add(piece);
        trial.change(host, piece.window(), piece.need, piece.bits(), -1);
    }

    /** Brings all back that were let go, and forgets what was changed. */
    void reset() {
        gone.forEach(piece -> piece.gone = false);
        gone.clear();
        trial.reset();
    }

    /** Finds those who may go for a window, by start. */
    private void near(int host, Window window, @Nullable HostPiece but, long below) {
        near.clear();
        long until = window.end();
        for (HostPiece piece = pieces.on(host); piece != null && piece.start < until; piece = piece.next) {
            if (piece.end > window.start() && !piece.gone && piece.size < below && piece != but) {
                near.add(piece);
            }
        }
    }

    /** The piece that goes at a moment that lacks room; null if none can. */
    private @Nullable HostPiece next(HostTimeline timeline, Need wanted, long lack) {
        HostPiece best = null;
        boolean bestIsEnough = false;
        long bestArea = 0;
        int step = timeline.at(lack);
        for (HostPiece piece : near) {
            if (piece.start > lack) {
                break;
            }
            if (piece.gone || piece.end <= lack) {
                continue;
            }
            long area = piece.area();
            if (bestIsEnough && area >= bestArea) {
                continue;
            }
            boolean enough = timeline.hasRoomWithout(wanted, step, piece.need, piece.bits());
            if (best == null
                    || (enough && !bestIsEnough)
                    || (enough == bestIsEnough && (enough ? area < bestArea : area > bestArea))) {
                best = piece;
                bestArea = area;
                bestIsEnough = enough;
            }
        }
        return best;
    }
}
