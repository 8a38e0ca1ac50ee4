package dev.berth.wire.problem;

import dev.berth.wire.Names;

/**
 * Codes of the service's problems, for programs: {@code UNKNOWN_POOL} is {@code unknown-pool}. Stable. Refusals by the
 * book have the codes of {@link dev.berth.engine.model.Refusal}; the service uses some of those as well.
 */
public enum Code {
    // The request itself.
    CROSS_SITE,
    INVALID,
    INVALID_WORKFLOW,
    MALFORMED,
    METHOD_NOT_ALLOWED,
    TOO_LARGE,
    TOO_LONG,
    UNSUPPORTED_TYPE,

    // Who asks.
    NOT_ALLOWED,
    PROJECT_BUDGET,
    QUOTA,
    TOO_MANY_KEYS,
    TOO_MANY_REQUESTS,
    TOO_MANY_STREAMS,
    UNAUTHORIZED,

    // What it is about.
    NO_BROKER,
    NO_CLUSTER,
    NO_SITE,
    NOT_FOUND,
    UNKNOWN_ACCOUNT,
    UNKNOWN_ASK,
    UNKNOWN_DEAL,
    UNKNOWN_ENTRY,
    UNKNOWN_HOLD,
    UNKNOWN_HOST,
    UNKNOWN_OFFER,
    UNKNOWN_OPPORTUNIST,
    UNKNOWN_PLAN,
    UNKNOWN_POOL,
    UNKNOWN_PROJECT,
    UNKNOWN_PROVISION,
    UNKNOWN_RESERVATION,
    UNKNOWN_SEARCH,
    UNKNOWN_TASK,
    UNKNOWN_WORKFLOW,

    // How things stand.
    ALREADY_ANSWERED,
    ALREADY_RUNS,
    ASK_OVER,
    ENTRY_OVER,
    CANNOT_ASK,
    CANNOT_WAIT,
    CANNOT_GIVE,
    CHANGED_MEANWHILE,
    CHANGED_SINCE,
    CLOCK_JUMPED,
    DEADLINE_IMPOSSIBLE,
    DEAL_REFUSED,
    DUPLICATE_ACCOUNT,
    DUPLICATE_PROJECT,
    EXPIRED,
    HOLD_CONFIRMED,
    HOLD_EXISTS,
    HOLD_LAPSED,
    HOLD_RELEASED,
    LAST_ADMINISTRATOR,
    NO_CAPACITY,
    NO_CORES,
    NO_MAIL,
    NO_UNIX_USER,
    NO_PLAN,
    NO_SIGHTING,
    NOT_RUNNING,
    ONLY_SERVER,
    SERVERS_IN_USE,
    STILL_SEARCHING,
    SUCCESSOR_WAITS,
    TOO_MANY_DEALS,
    TOO_MANY_ENTRIES,
    TOO_MANY_HOLDS,
    TOO_MANY_OPPORTUNISTS,
    TOO_MANY_SEARCHES,
    TOO_MANY_SERIES,
    TOO_MANY_TOKENS,
    TOO_MANY_WEBHOOKS,

    // The service.
    CANCELLED,
    INTERNAL,
    JOURNAL_UNAVAILABLE,
    NOT_LEADING,
    OUTCOME_UNKNOWN,
    OVERLOADED,
    SITE_FULL;

    /** Code as it is written in responses. */
    public String text() {
        return Names.of(this);
    }
}
