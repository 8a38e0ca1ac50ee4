package dev.berth.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.job.JobOptions;

/** Options of a command that runs on what reservations leave idle. */
final class OpportunistOptions {
    private boolean wanted;
    private String checkpoint = "";

    void declare(Syntax syntax) {
        syntax.flag(
                "--opportunistic",
                "Book nothing: run whenever enough servers are idle, make way when a reservation needs them, and start again later,"
                        + " until the command ends by itself. With --work: no longer than that in all",
                () -> wanted = true);
        syntax.text(
                "--checkpoint",
                "SIGNAL|COMMAND",
                "With --opportunistic: when its servers are needed, send this signal instead of TERM, or run this command before TERM",
                value -> checkpoint = value);
    }

    boolean areWanted() {
        if (!checkpoint.isEmpty() && !wanted) {
            throw new BadInput("--checkpoint needs --opportunistic; for a reservation use --on-warning");
        }
        return wanted;
    }

    String checkpoint() {
        return checkpoint;
    }

    /** Request for the job that the options describe, of which only some make sense. */
    static ObjectNode request(JobOptions job, String name, boolean hasOthers) {
        if (hasOthers) {
            throw new BadInput(
                    "--opportunistic cannot be combined with --reservation, --offer, --nonblock, --overrun, --more or --via:"
                            + " nothing is booked");
        }
        return job.opportunistJson(name);
    }
}
