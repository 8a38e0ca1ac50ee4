package dev.berth.lab.workload.swf;

import dev.berth.engine.model.Decimals;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Work;
import java.util.Optional;
import java.util.StringTokenizer;
import java.util.regex.Pattern;

/** The fields of a line as they stand in the log, nothing mended; those that a short line lacks are -1. */
record SwfFields(
        int present,
        long number,
        long submit,
        long waited,
        long runTime,
        long allocatedProcessors,
        long requestedProcessors,
        long requestedTime,
        long status,
        long user) {
    static final int ALL = 18;
    /** Up to the allocated processors: without these there is no job. */
    static final int LEAST = 5;

    static final String EXPECTED =
            "a job (18 numbers: its number, submit, wait, run time, processors and so on) or a comment after ;";

    /** Last field that Berth reads; the content of later fields does not matter. */
    private static final int LAST_READ = 12;

    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,3})?");
    private static final long OUT_OF_RANGE = Work.MOST;

    /** Empty if the line is no job. */
    static Optional<SwfFields> parse(String line) {
        StringTokenizer tokens = new StringTokenizer(line);
        int present = tokens.countTokens();
        if (present < LEAST) {
            return Optional.empty();
        }
        long[] fields = new long[LAST_READ];
        for (int i = 0; i < LAST_READ; i++) {
            String token = i < present ? tokens.nextToken() : "-1";
            if (i == 5 || i == 6 || i == 9) {
                continue; // average CPU time, memory used and memory requested
            }
            fields[i] = number(token);
            if (fields[i] >= OUT_OF_RANGE) {
                return Optional.empty();
            }
        }
        SwfFields parsed = new SwfFields(
                present,
                fields[0],
                fields[1],
                fields[2],
                fields[3],
                fields[4],
                fields[7],
                fields[8],
                fields[10],
                fields[11]);
        return parsed.processors() > Pool.MOST_SERVERS ? Optional.empty() : Optional.of(parsed);
    }

    /** Up to the next whole number, so that no job gets less than it used; {@link #OUT_OF_RANGE} if it is none. */
    private static long number(String token) {
        if (token.length() > Decimals.LONGEST || !NUMBER.matcher(token).matches()) {
            return OUT_OF_RANGE;
        }
        double value = StrictMath.ceil(Double.parseDouble(token));
        return StrictMath.abs(value) < OUT_OF_RANGE ? (long) value : OUT_OF_RANGE;
    }

    /** Processors requested, or those allocated if the request is unknown. */
    long processors() {
        return requestedProcessors > 0 ? requestedProcessors : allocatedProcessors;
    }
}
