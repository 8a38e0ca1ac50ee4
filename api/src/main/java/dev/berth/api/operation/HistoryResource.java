package dev.berth.api.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.api.watch.UsageHistory;
import dev.berth.service.account.Role;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** {@code /history}: how busy the servers were, and what was refused. */
public final class HistoryResource {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final int MOST = 1_000;

    private final SiteAccess access;
    private final UsageHistory history;

    public HistoryResource(SiteAccess access, UsageHistory history) {
        this.access = access;
        this.history = history;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/history", Role.OPERATOR, this::show).atLeader());
    }

    private Answer show(Call call) {
        Fields query = call.query(Set.of());
        Long asked = query.instant("from");
        Long length = query.positiveDuration("step");
        long now = access.now();
        long step = length == null ? HOUR : length;
        if (step % UsageHistory.STEP != 0) {
            query.fault("step", "must be a whole number of five minutes, such as PT1H");
        }
        long from = asked == null ? now - 24 * HOUR : asked;
        if (from > now || (now - from) / step >= MOST) {
            query.fault("from", "must be in the past, at most " + MOST + " steps ago");
        }
        query.closed().check();
        List<UsageHistory.Stretch> stretches = history.between(from - from % UsageHistory.STEP, now, step, now);
        ObjectNode node =
                Json.object().put("since", Times.instant(history.since())).put("step", Times.duration(step));
        ArrayNode array = node.putArray("stretches");
        stretches.forEach(stretch -> array.add(json(stretch)));
        return Answer.ok(node);
    }

    private static ObjectNode json(UsageHistory.Stretch stretch) {
        ObjectNode node = Json.object()
                .put("from", Times.instant(stretch.from()))
                .put("busy", hours(stretch.busy()))
                .put("available", hours(stretch.servers()));
        ObjectNode refusals = node.putObject("refusals");
        stretch.refusals().forEach(refusals::put);
        return node;
    }

    private static String hours(long serverMillis) {
        return BigDecimal.valueOf(serverMillis)
                .divide(BigDecimal.valueOf(HOUR), 3, RoundingMode.HALF_UP)
                .toPlainString();
    }
}
