package dev.berth.broker.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.broker.SiteNow;
import dev.berth.broker.deal.Reason;
import dev.berth.broker.remote.PoolNow;
import dev.berth.broker.remote.Reach;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.util.List;

/** The sites of a broker. */
final class SiteJson {
    private SiteJson() {}

    static ObjectNode write(List<SiteNow> sites) {
        ObjectNode node = Json.object();
        ArrayNode array = node.putArray("sites");
        sites.forEach(site -> array.add(site(site)));
        return node;
    }

    private static ObjectNode site(SiteNow site) {
        ObjectNode node = Json.object()
                .put("name", site.name())
                .put("reached", site.reach().filter(Reach.State::reached).isPresent());
        site.reach().ifPresent(reach -> node.put("since", Times.instant(reach.since())));
        site.reason().map(Reason::detail).ifPresent(why -> node.put("reason", why));
        ArrayNode pools = node.putArray("pools");
        site.pools().forEach(pool -> pools.add(pool(pool)));
        return node;
    }

    private static ObjectNode pool(PoolNow pool) {
        ObjectNode node = Json.object()
                .put("name", pool.name())
                .put("servers", pool.servers())
                .put("unit", pool.unit())
                .put("rate", pool.rate().toString());
        pool.free().ifPresent(free -> node.put("free", free));
        return node;
    }
}
