package dev.berth.api.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.service.account.AuditLog;
import dev.berth.service.account.Role;
import dev.berth.wire.AccountNames;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.util.List;
import java.util.Set;

/** {@code /audit}: who changed what when. */
public final class AuditResource {
    private final SiteAccess access;

    public AuditResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/audit", Role.OPERATOR, this::list));
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of("limit", "before"));
        String actor = query.parsed("actor", AccountNames.RULE, AccountNames::checked);
        int before = query.whole("before", 1, Integer.MAX_VALUE, Integer.MAX_VALUE);
        int limit = query.whole("limit", 1, 1000, 100);
        query.closed().check();
        List<AuditLog.Line> lines = access.read(view -> view.facts(AuditLog.class)
                .before(before == Integer.MAX_VALUE ? Long.MAX_VALUE : before, actor, limit + 1));
        ObjectNode node = Json.object();
        ArrayNode entries = node.putArray("entries");
        lines.stream().limit(limit).forEach(line -> entries.add(json(line)));
        if (lines.size() > limit) {
            node.put("next", lines.get(limit - 1).number());
        }
        return Answer.ok(node);
    }

    private static ObjectNode json(AuditLog.Line line) {
        ObjectNode node = Json.object()
                .put("number", line.number())
                .put("time", Times.instant(line.time()))
                .put("actor", line.who())
                .put("what", line.deed().what())
                .put("subject", line.deed().subject());
        return line.deed().detail().isEmpty()
                ? node
                : node.put("detail", line.deed().detail());
    }
}
