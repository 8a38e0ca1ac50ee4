package dev.berth.service.use;

/**
 * Load of servers at a moment, in thousandths of what is booked; {@link #UNKNOWN} for what was not measured.
 *
 * @param cards how busy the processors of the cards were
 * @param cardMemory how much of the memory of the cards was taken
 * @param cores how many of the cores were busy
 * @param memory how much of the memory was taken
 */
public record Loads(int cards, int cardMemory, int cores, int memory) {
    static final int UNKNOWN = -1;
    static final int ALL = 1_000;
    static final int MEASURES = 4;

    static final Loads NOTHING_KNOWN = new Loads(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

    /** Thousandths that an amount is of another, at most all of it. */
    static int share(long amount, long of) {
        return of <= 0 ? UNKNOWN : Math.clamp(amount * ALL / of, 0, ALL);
    }

    int get(int measure) {
        return switch (measure) {
            case 0 -> cards;
            case 1 -> cardMemory;
            case 2 -> cores;
            default -> memory;
        };
    }

    /** How busy it is: its cards where it has some, its cores elsewhere; 0 if neither is known. */
    int busy() {
        return Math.max(0, cards == UNKNOWN ? cores : cards);
    }
}
