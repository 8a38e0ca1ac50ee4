package dev.berth.lab.workload.swf;

/** A file that is no trace, or stops being one; says which file, which line and what was expected there. */
public final class BadTrace extends IllegalArgumentException {
    private final String file;
    private final long line;
    private final String expected;

    public BadTrace(String file, long line, String found, String expected) {
        this(file + ", line " + line + ": " + found + "; expected " + expected, file, line, expected);
    }

    /** Refuses a file in which nothing is written. */
    public static BadTrace empty(String file, String expected) {
        return new BadTrace(file + " is empty; expected " + expected, file, 0, expected);
    }

    private BadTrace(String message, String file, long line, String expected) {
        super(message);
        this.file = file;
        this.line = line;
        this.expected = expected;
    }

    public String file() {
        return file;
    }

    /** Counted from 1; 0 in a file without lines. */
    public long line() {
        return line;
    }

    public String expected() {
        return expected;
    }
}
