package dev.berth.provision.plan;

import dev.berth.engine.model.BadValue;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.WorkflowProblem;

/** The way of data from one site to another: a latency, and a link of some bandwidth. */
public record Route(long latency, Link link) {
    /** Data is there at once. */
    public static final Route NONE = new Route(0, Link.NONE);

    public Route {
        if (latency < 0 || latency > WorkflowProblem.LONGEST) {
            throw new BadValue("latency", latency, "must be from 0 to " + WorkflowProblem.LONGEST);
        }
    }

    /** The time for some bytes; where none are sent, there is nothing to wait for. */
    public long time(long bytes) {
        return bytes == 0 ? 0 : latency + link.time(bytes);
    }
}
