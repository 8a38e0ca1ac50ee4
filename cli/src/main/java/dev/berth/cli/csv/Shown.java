package dev.berth.cli.csv;

/** A value as a message shows it: on one line, and not too long. */
final class Shown {
    private static final int LONGEST = 60;

    private Shown() {}

    static String of(String value) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(LONGEST, value.length()); i++) {
            char c = value.charAt(i);
            shown.append(Character.isISOControl(c) ? ' ' : c);
        }
        return shown.append(value.length() > LONGEST ? "..." : "").toString();
    }
}
