package dev.berth.workflow.model;

/** Data that flows from one task to another: indices into the workflow's tasks, and an amount in bytes. */
public record Edge(int from, int to, long data) {
    /** The most data of one edge, 2^50 bytes. */
    public static final long MOST_DATA = 1L << 50;

    public Edge {
        if (data < 0 || data > MOST_DATA) {
            throw new BadWorkflow(
                    "data", "an edge has data " + data + ", but data is from 0 to " + MOST_DATA + " bytes");
        }
    }
}
