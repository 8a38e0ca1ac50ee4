package dev.berth.slurm;

/** The cluster does not answer, or not with what can be understood. The message says which command, and what it said. */
public final class ClusterSilent extends Exception {
    private static final long serialVersionUID = 1;

    public ClusterSilent(String message) {
        super(message);
    }

    public ClusterSilent(String message, Throwable cause) {
        super(message, cause);
    }
}
