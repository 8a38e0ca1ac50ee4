package dev.berth.engine.model;

/** A window in which a named server serves nobody: a planned drain, maintenance, or a failure. */
public record Outage(int server, Window window) {
    public Outage {
        if (server < 0) {
            throw new BadValue("server", server, "must be numbered from 0");
        }
    }
}
