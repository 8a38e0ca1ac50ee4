package dev.berth.cli.console;

/** Exit codes of the program. */
public final class ExitCode {
    public static final int DONE = 0;
    public static final int REFUSED = 1;
    public static final int BAD_INPUT = 2;
    public static final int FAILED = 3;
    /** A command had no memory left; Slurm says it by the same number. */
    public static final int OUT_OF_MEMORY = 125;

    private ExitCode() {}
}
