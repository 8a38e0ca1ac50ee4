package dev.berth.cli.slurm;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A line of {@code scontrol show -o}: fields as {@code Name=value}, separated by blanks. */
record Fields(String line) {
    /** The value of a field; empty if Slurm has none. Of several with one name the first counts. */
    String text(String name) {
        Matcher matcher =
                Pattern.compile("(?:^|\\s)" + Pattern.quote(name) + "=(\\S*)").matcher(line);
        return matcher.find() && !matcher.group(1).equals("(null)") ? matcher.group(1) : "";
    }

    int number(String name) {
        String text = text(name);
        return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
    }
}
