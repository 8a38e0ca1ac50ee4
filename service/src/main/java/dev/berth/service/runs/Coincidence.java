package dev.berth.service.runs;

/**
 * The limit beyond which things that happen together have one cause: servers that fail, runners that fall silent, people who
 * leave. It is then likelier that the observer is wrong than that all of them are gone (docs/decisions/0077).
 */
public final class Coincidence {
    /** The share of all, as its inverse. */
    private static final int SHARE = 4;

    private Coincidence() {}

    /** Whether a number of all is at least two, and more than a quarter of them. */
    public static boolean isUnlikely(int together, int all) {
        return together > 1 && (long) together * SHARE > all;
    }
}
