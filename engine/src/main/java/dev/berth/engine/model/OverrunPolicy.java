package dev.berth.engine.model;

/** Treatment of work that takes longer than was reserved (castillo VI). */
public enum OverrunPolicy {
    /** It ends as planned, done or not. */
    KILL,
    /** It keeps its servers for longer if nobody else is to have them. */
    EXTEND_IF_FREE,
    /** It keeps its servers for longer, and what waits for them moves within its agreement. */
    PUSH,
    /** It ends as planned, and the rest continues from a checkpoint wherever it is done soonest. */
    MIGRATE
}
