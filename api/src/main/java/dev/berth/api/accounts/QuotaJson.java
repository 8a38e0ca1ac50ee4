package dev.berth.api.accounts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.account.Quota;
import dev.berth.service.quota.Limits;
import dev.berth.service.quota.QuotaReader;
import dev.berth.service.quota.QuotaScope;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Quotas, of accounts and of projects. */
final class QuotaJson {
    private static final int MOST_POOLS = 1_000;
    private static final String POOLS_RULE =
            "must be an object with a quota for each pool, such as {\"gpu\": {\"serverHours\": \"10\", \"window\": \"P7D\"}}";

    private static final String PARTS_RULE =
            "must be an object with a quota for each part, such as {\"gpu\": {\"hours\": \"100\", \"window\": \"P7D\"}}";

    private QuotaJson() {}

    /** The quota over all pools. */
    static Optional<Quota> read(Fields fields) {
        Fields quota = fields.object("quota");
        return quota == null ? Optional.empty() : Optional.ofNullable(QuotaReader.read(quota));
    }

    /** Quotas of single pools, by name. */
    static Map<String, Quota> readPools(Fields fields) {
        Map<String, Quota> pools = fields.value("poolQuotas", POOLS_RULE, node -> quotas(node, QuotaReader::read));
        return pools == null ? Map.of() : pools;
    }

    /** Quotas of single parts, by name; empty if there are none. */
    static Optional<Map<String, Quota>> readParts(Fields fields) {
        Map<String, Quota> parts = fields.value("partQuotas", PARTS_RULE, node -> quotas(node, QuotaReader::readPart));
        return Optional.ofNullable(parts).filter(each -> !each.isEmpty());
    }

    private static Map<String, Quota> quotas(JsonNode node, Function<Fields, @Nullable Quota> read) {
        Map<String, Quota> pools = new TreeMap<>();
        if (!node.isObject() || node.size() > MOST_POOLS) {
            throw new IllegalArgumentException("not an object");
        }
        for (Map.Entry<String, JsonNode> entry : node.properties()) {
            Fields each = Fields.of(entry.getValue());
            Quota quota = read.apply(each);
            if (quota == null || each.isFaulty() || entry.getKey().length() > 200) {
                throw new IllegalArgumentException("not a quota");
            }
            pools.put(entry.getKey(), quota);
        }
        return pools;
    }

    /** Adds quotas in the form in which a body sets them. */
    static void add(ObjectNode node, Optional<Quota> quota, Map<String, Quota> pools, Map<String, Quota> parts) {
        quota.ifPresent(each -> add(node.putObject("quota"), each));
        if (!pools.isEmpty()) {
            ObjectNode all = node.putObject("poolQuotas");
            new TreeMap<>(pools).forEach((pool, each) -> add(all.putObject(pool), each));
        }
        if (!parts.isEmpty()) {
            ObjectNode all = node.putObject("partQuotas");
            new TreeMap<>(parts).forEach((part, each) -> add(all.putObject(part), each, "hours"));
        }
    }

    private static ObjectNode add(ObjectNode node, Quota quota) {
        return add(node, quota, "serverHours");
    }

    private static ObjectNode add(ObjectNode node, Quota quota, String hours) {
        return node.put(hours, Limits.hours(quota.amount())).put("window", Times.duration(quota.window()));
    }

    /** A quota with what counts towards it now. */
    record Used(QuotaScope.Limited limited, long booked) {}

    static List<Used> used(View view, List<QuotaScope.Limited> quotas) {
        return quotas.stream().map(each -> new Used(each, each.booked(view))).toList();
    }

    /** Adds the usage of each quota. */
    static void addUse(ObjectNode node, List<Used> quotas) {
        if (quotas.isEmpty()) {
            return;
        }
        ArrayNode list = node.putArray("quotas");
        for (Used used : quotas) {
            QuotaScope.Limited limited = used.limited();
            long booked = used.booked();
            ObjectNode each = add(
                            Json.object(),
                            limited.quota(),
                            limited.scope().part().isPresent() ? "hours" : "serverHours")
                    .put("booked", Limits.hours(booked))
                    .put("left", Limits.hours(Math.max(0, limited.quota().amount() - booked)));
            limited.scope().pool().ifPresent(pool -> each.put("pool", pool));
            limited.scope().part().ifPresent(part -> each.put("part", part));
            if (limited.isDefault()) {
                each.put("siteDefault", true);
            }
            list.add(each);
        }
    }
}
