package dev.berth.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.wire.json.ShownText;
import dev.berth.words.Unit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Pools, their tariffs and outages. */
public final class PoolJson {
    private PoolJson() {}

    /**
     * A pool as it is to be, with what it is to cost and what its servers are called.
     *
     * @param named its servers, if they have names; otherwise empty
     */
    public record Planned(Pool pool, Optional<Tariff> tariff, Unit unit, List<NamedServer> named) {
        public Planned(Pool pool, Optional<Tariff> tariff) {
            this(pool, tariff, Unit.SERVER);
        }

        public Planned(Pool pool, Optional<Tariff> tariff, Unit unit) {
            this(pool, tariff, unit, List.of());
        }
    }

    /** A pool as in a request: the number of its servers, or a list of them. */
    public static @Nullable Planned read(Fields fields) {
        List<NamedServer> named = NamedServer.optionalList(fields, "serverList");
        if (named.isEmpty()) {
            fields.require("servers");
            return read(fields, fields.whole("servers", 1, Pool.MOST_SERVERS, 1), List.of());
        }
        if (fields.has("servers")) {
            fields.fault("servers", "must not be given beside serverList");
        }
        return read(fields, named.size(), named);
    }

    /** A pool as in the settings of a site, where {@code servers} is a number or a list. */
    public static @Nullable Planned readSetting(Fields fields) {
        fields.require("servers");
        if (fields.isList("servers")) {
            List<NamedServer> named = NamedServer.list(fields, "servers");
            return read(fields, Math.max(1, named.size()), named);
        }
        int servers = fields.whole("servers", 1, Pool.MOST_SERVERS, 1, ", or a list of servers with names");
        return read(fields, servers, List.of());
    }

    private static @Nullable Planned read(Fields fields, int servers, List<NamedServer> named) {
        fields.require("name");
        PoolId id = fields.parsed(
                "name", "must be the name of a pool", text -> new PoolId(ShownText.checked("name", text)));
        fields.require("rate");
        Rate rate = fields.parsed(
                "rate", "must be a decimal above \"0\" and at most \"1\"", text -> Rate.of(DecimalStrings.plain(text)));
        Unit unit = fields.parsed("unit", Unit.RULE, Unit::new);
        Map<String, String> attributes = fields.texts("attributes");
        Parts parts = PartsJson.read(fields);
        Fields tariff = fields.object("tariff");
        Tariff price = tariff == null ? null : TariffJson.read(tariff);
        if (tariff != null) {
            unknownWeights(price, parts).ifPresent(rule -> tariff.fault("weights", rule));
            tariff.closed();
        }
        return id == null || rate == null
                ? null
                : fields.build(() -> new Planned(
                        new Pool(id, servers, rate, attributes, parts),
                        Optional.ofNullable(price),
                        unit == null ? Unit.SERVER : unit,
                        named));
    }

    /** Rule that the weights of a tariff break if they are of other parts than the servers have; empty if they break none. */
    public static Optional<String> unknownWeights(@Nullable Tariff tariff, Parts parts) {
        Set<String> unknown = new TreeSet<>(
                tariff == null ? Set.of() : tariff.weights().toMap().keySet());
        parts.all().forEach(part -> unknown.remove(part.name()));
        return unknown.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "must be of parts of the pool; its servers have no %s".formatted(String.join(", ", unknown)));
    }

    public static ObjectNode write(Pool pool, Unit unit, Optional<Tariff> tariff, List<Outage> outages) {
        ObjectNode node = Json.object()
                .put("name", pool.id().name())
                .put("servers", pool.servers())
                .put("unit", unit.name())
                .put("rate", pool.rate().toString());
        ObjectNode attributes = node.putObject("attributes");
        new TreeMap<>(pool.attributes()).forEach(attributes::put);
        if (pool.hasParts()) {
            node.set("parts", PartsJson.write(pool.parts()));
        }
        tariff.ifPresent(price -> node.set("tariff", TariffJson.write(price)));
        node.set("outages", write(outages));
        return node;
    }

    public static ArrayNode write(List<Outage> outages) {
        ArrayNode array = Json.array();
        for (Outage outage : outages) {
            ObjectNode node = array.addObject()
                    .put("server", outage.server())
                    .put("start", Times.instant(outage.window().start()));
            if (!Times.isEndless(outage.window().end())) {
                node.put("end", Times.instant(outage.window().end()));
            }
            Long repair = outage.repair();
            node.put("cause", outage.isBlock() ? "blocked" : repair == null ? "planned" : "failure");
            if (outage.cause() != null) {
                node.put("reason", outage.cause());
            }
            SliceJson.add(node, outage.taken());
            if (repair != null && !Times.isEndless(repair)) {
                node.put("repair", Times.instant(repair));
            }
        }
        return array;
    }
}
