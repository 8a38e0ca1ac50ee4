package dev.berth.lab.workload.swf;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Size of the machine according to the comments above the first job. */
final class SwfHeader {
    // Words may follow the number: CTC has "MaxNodes: 338 (batch partition; 512 total)".
    private static final Pattern SIZE =
            Pattern.compile(";+\\s*Max(Procs|Nodes)\\s*:\\s*0*([1-9]\\d{0,6})\\b.*", Pattern.CASE_INSENSITIVE);

    private OptionalInt procs = OptionalInt.empty();
    private OptionalInt nodes = OptionalInt.empty();

    void read(String comment) {
        Matcher size = SIZE.matcher(comment);
        if (!size.matches()) {
            return;
        }
        OptionalInt value = OptionalInt.of(Integer.parseInt(size.group(2)));
        if (size.group(1).equalsIgnoreCase("procs")) {
            procs = value;
        } else {
            nodes = value;
        }
    }

    /** MaxProcs, else MaxNodes. */
    OptionalInt processors() {
        return procs.isPresent() ? procs : nodes;
    }
}
