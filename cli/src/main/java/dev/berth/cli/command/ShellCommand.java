package dev.berth.cli.command;

import java.io.IOException;

/** One command of the program; a new one is made for each run. */
public interface ShellCommand {
    /** Says what the command accepts, and where each given value goes. */
    void declare(Syntax syntax);

    /** Carries the command out, after all given values are in place, and returns the exit code. */
    int run() throws IOException;
}
