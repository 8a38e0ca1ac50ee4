package dev.berth.wire;

import dev.berth.engine.agreement.Wish;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.JobId;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Prefer;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Terms;
import dev.berth.engine.model.Work;
import java.time.Duration;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads what a user asks for. */
public final class JobReader {
    private static final long DAY = Duration.ofDays(1).toMillis();

    /** For a request to be decided. */
    private static final long MOMENT = Duration.ofSeconds(10).toMillis();

    private JobReader() {}

    /**
     * The job, or null if anything is wrong with it.
     *
     * @param asker whose it is unless it says otherwise
     * @param isRun whether something waits to run a job with these requirements; it may then start early unless it says
     *     otherwise
     */
    public static @Nullable Job read(Fields fields, String asker, long now, Predicate<Requirements> isRun) {
        String name = fields.requiredText("name", 200);
        String user = fields.parsed("user", AccountNames.RULE, AccountNames::checked);
        if (!fields.has("stay") || fields.has("work")) {
            fields.require("deadline");
        }
        Long deadline = fields.instant("deadline");
        Shape shape = shape(fields);
        Long ready = ready(fields, deadline, shape);
        PoolId pool = fields.parsed("pool", "must be the name of a pool", PoolId::new);
        Map<String, String> attributes = fields.texts("attributes");
        Money budget = fields.money("budget");
        int fixAfter = fields.whole("fixAfter", 0, 100, -1);
        Prefer prefer = fields.oneOf("prefer", Prefer.class);
        String project = fields.parsed("project", AccountNames.RULE, AccountNames::checked);
        Requirements requirements =
                new Requirements(pool, attributes, SliceJson.slice(fields), SliceJson.licences(fields));
        Long notice = notice(fields, () -> isRun.test(requirements));
        long from = ready == null ? now : ready;
        fields.inOrder("deadline", from, deadline);
        long until = deadline == null ? over(from, ready == null, shape) : deadline;
        if (Times.isBeyond(until)) {
            fields.fault("ready", "must leave time for the job before the year 10000");
        }
        return fields.build(() -> new Job(
                new JobId(name),
                user == null ? asker : user,
                from,
                until,
                shape == null ? new Shape.Stay(1, 1) : shape,
                requirements,
                new Terms(budget, fixAfter < 0 ? null : fixAfter, notice, project, prefer)));
    }

    /** When a stay is over that starts at once: exactly then, or a moment later if that is now and has to be decided first. */
    private static long over(long from, boolean isNow, @Nullable Shape shape) {
        return shape instanceof Shape.Stay stay ? from + stay.length() + (isNow ? MOMENT : 0) : from;
    }

    /** Rounded up, unless that alone makes an exact window too short: such a window is rounded down as a whole. */
    private static @Nullable Long ready(Fields fields, @Nullable Long deadline, @Nullable Shape shape) {
        Long up = fields.instantRoundedUp("ready");
        Long down = up == null ? null : fields.instant("ready");
        if (down != null && deadline != null && shape instanceof Shape.Stay stay && deadline - down == stay.length()) {
            return down;
        }
        return up;
    }

    /** How long before it starts early its owner must know; null if it starts as promised, as people do who come for it. */
    private static @Nullable Long notice(Fields fields, BooleanSupplier isRun) {
        Starts starts = fields.oneOf("starts", Starts.class);
        Long notice = fields.duration("notice");
        boolean whenFree = fields.has("starts") ? starts == Starts.WHEN_FREE : isRun.getAsBoolean();
        if (notice != null && !whenFree) {
            fields.fault("notice", "needs \"starts\": \"when-free\"");
        }
        return whenFree && notice == null ? Long.valueOf(0) : notice;
    }

    private static @Nullable Shape shape(Fields fields) {
        return TableJson.isGiven(fields) ? TableJson.read(fields) : byLength(fields);
    }

    private static @Nullable Shape byLength(Fields fields) {
        Long work = fields.positiveDuration("work");
        Long stay = fields.positiveDuration("stay");
        int servers = fields.whole("servers", 1, Pool.MOST_SERVERS, 1);
        int most = fields.whole("mostServers", 1, Pool.MOST_SERVERS, 0);
        int serial = fields.share("serial", 1);
        if (fields.has("work") == fields.has("stay")) {
            fields.fault("work", "or stay is required, but not both");
            return null;
        }
        if (stay != null) {
            if (fields.has("mostServers")) {
                fields.fault("mostServers", "is for work only; a stay takes exactly the given servers");
            }
            return fields.build(() -> new Shape.Stay(servers, stay));
        }
        if (fields.has("serial") && !fields.has("mostServers")) {
            fields.fault("serial", "needs mostServers");
        }
        return work == null
                ? null
                : fields.build(() -> most > 0
                        ? new Shape.Divisible(servers, most, new Work(work), serial)
                        : new Shape.Rigid(servers, new Work(work)));
    }

    /** Which offers are wanted; null for none. */
    public static @Nullable Wish wish(Fields fields) {
        Fields wish = fields.object("wish");
        if (wish == null) {
            return new Wish(3, Wish.Ranking.PHI, DAY);
        }
        int most = wish.whole("most", 0, 20, 3);
        Wish.Ranking by = wish.oneOf("by", Wish.Ranking.class);
        Long horizon = wish.duration("horizon");
        wish.closed();
        return most == 0
                ? null
                : wish.build(() -> new Wish(most, by == null ? Wish.Ranking.PHI : by, horizon == null ? DAY : horizon));
    }
}
