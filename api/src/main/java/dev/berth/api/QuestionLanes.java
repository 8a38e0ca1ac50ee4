package dev.berth.api;

import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Questions that take long, one at a time for each account: what-ifs, offers, timetables and lists. An account that asks many at
 * once waits for their own answers, and others wait for one of these at most; who has too many waiting is turned away.
 */
final class QuestionLanes {
    /** How many requests of an account may wait beside the one that is being answered: a page asks for some at once. */
    static final int MOST_WAITING = 15;

    private final Map<String, Lane> byAccount = new HashMap<>();

    /** Lane of one account; exists only while requests are in it. */
    private static final class Lane {
        private final Semaphore turn = new Semaphore(1, true);
        private int inside;
    }

    <T> T inTurn(String account, Supplier<T> question) {
        Lane lane = enter(account);
        try {
            lane.turn.acquireUninterruptibly();
            try {
                return question.get();
            } finally {
                lane.turn.release();
            }
        } finally {
            leave(account, lane);
        }
    }

    private synchronized Lane enter(String account) {
        Lane lane = byAccount.computeIfAbsent(account, name -> new Lane());
        if (isFull(account)) {
            throw Problem.of(
                            Code.TOO_MANY_REQUESTS,
                            "%d requests of %s are waiting already; wait for their answers before sending more"
                                    .formatted(MOST_WAITING, account))
                    .toException();
        }
        lane.inside++;
        return lane;
    }

    /** Whether the next one is turned away. */
    synchronized boolean isFull(String account) {
        Lane lane = byAccount.get(account);
        return lane != null && lane.inside > MOST_WAITING;
    }

    private synchronized void leave(String account, Lane lane) {
        if (--lane.inside == 0) {
            byAccount.remove(account, lane);
        }
    }
}
