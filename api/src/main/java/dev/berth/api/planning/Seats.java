package dev.berth.api.planning;

import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Rejected;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** How many event streams there may be, for each user and in all. */
public final class Seats {
    private final int each;
    private final int most;
    private final Map<String, Set<Seat>> byUser = new HashMap<>();
    private int taken;

    public Seats(int each, int most) {
        this.each = each;
        this.most = most;
    }

    /** The place of one stream, until it is left. */
    final class Seat implements AutoCloseable {
        private final String user;
        private int signsOwed;

        private Seat(String user) {
            this.user = user;
        }

        /** Whether a sign of life is wanted soon. */
        boolean owesSign() {
            synchronized (Seats.this) {
                return signsOwed > 0;
            }
        }

        void signed() {
            synchronized (Seats.this) {
                signsOwed = Math.max(0, signsOwed - 1);
            }
        }

        @Override
        public void close() {
            synchronized (Seats.this) {
                Set<Seat> theirs = byUser.getOrDefault(user, Set.of());
                if (theirs.remove(this)) {
                    taken--;
                    if (theirs.isEmpty()) {
                        byUser.remove(user);
                    }
                }
            }
        }
    }

    synchronized Seat take(String user) {
        int theirs = byUser.getOrDefault(user, Set.of()).size();
        if (theirs >= each) {
            throw full("%s has %d event streams open, the most for one user; close one (each open page holds one)"
                    .formatted(user, theirs));
        }
        if (taken >= most) {
            throw full("%d event streams are open, the most for this site; try again later".formatted(taken));
        }
        Seat seat = new Seat(user);
        byUser.computeIfAbsent(user, name -> new HashSet<>()).add(seat);
        taken++;
        return seat;
    }

    /** A client that is gone is noticed at the second sign of life that it does not take. */
    synchronized void askForSigns(String user) {
        byUser.getOrDefault(user, Set.of()).forEach(seat -> seat.signsOwed = 2);
    }

    private static Rejected full(String why) {
        return Problem.of(Code.TOO_MANY_STREAMS, why).toException();
    }
}
