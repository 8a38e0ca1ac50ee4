package dev.berth.soak.runs;

import java.util.SplittableRandom;

/**
 * A command of a kind that makes trouble, or none.
 *
 * @param script for sh
 * @param code its exit code if nothing happens to it; -1 if its time is over before
 */
record Chore(Kind kind, String script, int code) {
    enum Kind {
        NORMAL,
        FAILING,
        OVERLONG,
        DEAF,
        DAEMON
    }

    static Chore random(SplittableRandom random, int seconds) {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        double work = random.nextInt(10) * seconds / 20.0;
        int code = 1 + random.nextInt(100);
        return switch (kind) {
            case NORMAL -> new Chore(kind, "sleep " + work, 0);
            case FAILING -> new Chore(kind, "sleep " + work + "; exit " + code, code);
            case OVERLONG -> new Chore(kind, "sleep 1000", -1);
            case DEAF -> new Chore(kind, "trap '' TERM; while :; do sleep 0.2; done", -1);
            case DAEMON ->
                new Chore(
                        kind, "setsid sh -c \"trap '' TERM HUP; sleep 1000\" & sleep " + work + "; exit " + code, code);
        };
    }
}
