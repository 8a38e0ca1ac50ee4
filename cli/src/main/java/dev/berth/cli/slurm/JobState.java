package dev.berth.cli.slurm;

import dev.berth.slurm.client.Line;
import java.util.Set;

/**
 * How a job stands.
 *
 * @param name of the state, such as {@code RUNNING}
 * @param reason why it waits, or why it is over; {@code None} if there is none
 * @param code its exit code, or 128 and the number of the signal that ended it
 */
public record JobState(String name, String reason, int code) {
    private static final Set<String> WAITING = Set.of("PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_HOLD");
    private static final Set<String> RUNNING =
            Set.of("RUNNING", "COMPLETING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT", "RESIZING");
    /** State of a job that Slurm no longer knows. */
    public static final JobState FORGOTTEN = new JobState("FORGOTTEN", "None", 0);

    private static final int KILLED = 137;
    private static final int ASKED_TO_END = 143;

    static JobState read(Line fields) {
        String[] exit = fields.text("ExitCode").split(":", 2);
        int code = number(exit[0]);
        int signal = exit.length > 1 ? number(exit[1]) : 0;
        return new JobState(fields.text("JobState"), fields.text("Reason"), signal > 0 ? 128 + signal : code);
    }

    private static int number(String text) {
        return text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : 0;
    }

    public boolean isWaiting() {
        return WAITING.contains(name);
    }

    public boolean isRunning() {
        return name.equals("RUNNING");
    }

    /** Whether nothing of it is on a node, and nothing will be. */
    public boolean isOver() {
        return !WAITING.contains(name) && !RUNNING.contains(name);
    }

    /** For a command that did not come to its end: what Slurm says, and never that it went well. */
    public int codeOfCutShort() {
        return code != 0 ? code : name.equals("CANCELLED") ? ASKED_TO_END : KILLED;
    }
}
