package dev.berth.api.provisioning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.SiteAccess;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.slot.Slot;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Pools;
import dev.berth.service.provision.Advertised;
import dev.berth.service.provision.Adverts;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Times;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** {@code /slots}: what the site advertises. */
public final class SlotsResource {
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final SiteAccess access;
    private final Adverts adverts;

    public SlotsResource(SiteAccess access, Adverts adverts) {
        this.access = access;
        this.adverts = adverts;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/slots", Role.VIEWER, call -> access.inTurn(call, () -> list(call))));
    }

    private Answer list(Call call) {
        Fields query = call.query(Set.of("limit"));
        String pool = query.text("pool", 100);
        Long from = query.instant("from");
        boolean wholeGaps = ProvisionReader.wholeGaps(query);
        int limit = query.whole("limit", 1, 10_000, 1_000);
        query.closed().check();
        long now = access.now();
        List<String> pools = pool == null ? List.of() : List.of(pool);
        Advertised advertised = access.read(view -> {
            Pools.checkKnown(view, pools);
            return adverts.read(view, pools, from == null ? now : Math.max(now, from), now);
        });
        List<Offered> slots = advertised.slots(wholeGaps);
        ObjectNode node = Json.object()
                .put("advertised", Times.instant(advertised.made()))
                .put("expires", Times.instant(adverts.expires(advertised)));
        if (slots.size() > limit) {
            node.put("more", slots.size() - limit);
        }
        ArrayNode array = node.putArray("slots");
        slots.stream()
                .limit(limit)
                .forEach(offered -> array.add(
                        json(advertised.pools().get(offered.site()).id().name(), offered.slot())));
        return Answer.ok(node);
    }

    private static ObjectNode json(String pool, Slot slot) {
        return Json.object()
                .put("pool", pool)
                .put("start", Times.instant(slot.start()))
                .put("end", Times.instant(slot.end()))
                .put("servers", slot.servers())
                .put("serverHour", slot.unitCost().of(HOUR, slot.start()).toString())
                .put("fixedCost", slot.fixedCost().toString())
                .put("divisible", slot.divisible())
                .put("extensible", slot.extensible());
    }
}
