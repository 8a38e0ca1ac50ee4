package dev.berth.engine.calendar.slices;

/** Which of the possible starts a pool of hosts takes; what the calendar of the same name does for counted servers. */
enum StartOrder {
    /** The first. */
    FIRST,
    /** The one whose busiest moment, over all parts of the pool, is lowest. */
    LEVEL,
    /**
     * The first for what is ready now. For what lies ahead the one with the lowest peak, or the first on the hosts that come first
     * if the rule for hosts is {@linkplain HostRule#isInTurn in turn}. Whether a job may start early makes no difference here.
     */
    PROMPT;

    /** Order for a calendar's name. A policy that looks for first fits looks for them on hosts as well. */
    static StartOrder of(String calendar) {
        return switch (calendar) {
            case "level" -> LEVEL;
            case "prompt", "terms" -> PROMPT;
            default -> FIRST;
        };
    }
}
