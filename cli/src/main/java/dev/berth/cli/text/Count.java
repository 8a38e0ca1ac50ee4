package dev.berth.cli.text;

import dev.berth.words.Unit;
import java.util.Locale;

/** How many of something, in words for people: "1 task", "10,000 tasks". */
public final class Count {
    private Count() {}

    public static String of(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? what : new Unit(what).plural());
    }
}
