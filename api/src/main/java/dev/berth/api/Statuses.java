package dev.berth.api;

import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The HTTP status of each problem: the one table from codes to statuses. */
public final class Statuses {
    /** Status of refusals by the book, unless the table says otherwise. */
    public static final int REFUSED = 409;

    private static final Map<String, Code> CODES =
            Arrays.stream(Code.values()).collect(Collectors.toMap(Code::text, Function.identity()));

    private Statuses() {}

    public static int of(Problem problem) {
        Code code = CODES.get(problem.code());
        return code == null ? REFUSED : of(code);
    }

    public static int of(Code code) {
        return switch (code) {
            case MALFORMED -> 400;
            case UNAUTHORIZED -> 401;
            case CROSS_SITE, NOT_ALLOWED, PROJECT_BUDGET, QUOTA -> 403;
            case NO_BROKER,
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
                    UNKNOWN_WORKFLOW -> 404;
            case METHOD_NOT_ALLOWED -> 405;
            case ALREADY_ANSWERED,
                    ALREADY_RUNS,
                    ASK_OVER,
                    ENTRY_OVER,
                    CANNOT_ASK,
                    CANNOT_WAIT,
                    CANNOT_GIVE,
                    CHANGED_MEANWHILE,
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
                    ONLY_SERVER,
                    NO_CAPACITY,
                    NO_CORES,
                    NO_MAIL,
                    NO_PLAN,
                    NO_UNIX_USER,
                    NO_SIGHTING,
                    NOT_RUNNING,
                    STILL_SEARCHING,
                    SUCCESSOR_WAITS,
                    TOO_MANY_DEALS,
                    TOO_MANY_ENTRIES,
                    TOO_MANY_HOLDS,
                    TOO_MANY_OPPORTUNISTS,
                    TOO_MANY_SEARCHES,
                    TOO_MANY_SERIES,
                    TOO_MANY_TOKENS,
                    TOO_MANY_WEBHOOKS -> REFUSED;
            case CHANGED_SINCE -> 412;
            case TOO_LARGE -> 413;
            case UNSUPPORTED_TYPE -> 415;
            case INVALID, INVALID_WORKFLOW, TOO_LONG -> 422;
            case TOO_MANY_KEYS, TOO_MANY_REQUESTS, TOO_MANY_STREAMS -> 429;
            case INTERNAL -> 500;
            case CANCELLED, JOURNAL_UNAVAILABLE, NOT_LEADING, OUTCOME_UNKNOWN, OVERLOADED, SERVERS_IN_USE, SITE_FULL ->
                503;
        };
    }
}
