package dev.berth.cli.workflow;

import java.util.Locale;

/** A time since the start of a plan, for people: 350ms, 12.3s, 4m05s, 3h04m05s, 2d03h04m. */
final class Elapsed {
    private Elapsed() {}

    static String text(long millis) {
        if (millis < 1_000) {
            return millis == 0 ? "0s" : millis + "ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%d.%ds", millis / 1_000, millis % 1_000 / 100);
        }
        long seconds = millis / 1_000;
        long minutes = seconds / 60;
        long hours = minutes / 60;
        if (hours == 0) {
            return String.format(Locale.ROOT, "%dm%02ds", minutes, seconds % 60);
        }
        if (hours < 24) {
            return String.format(Locale.ROOT, "%dh%02dm%02ds", hours, minutes % 60, seconds % 60);
        }
        return String.format(Locale.ROOT, "%dd%02dh%02dm", hours / 24, hours % 24, minutes % 60);
    }

    /** Bytes in thousands. */
    static String bytes(long bytes) {
        double value = bytes;
        String unit = "B";
        for (String larger : new String[] {"kB", "MB", "GB", "TB", "PB", "EB"}) {
            if (value < 1_000) {
                break;
            }
            value /= 1_000;
            unit = larger;
        }
        return unit.equals("B") ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, unit);
    }
}
