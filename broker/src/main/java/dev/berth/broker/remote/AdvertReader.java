package dev.berth.broker.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Rate;
import dev.berth.provision.federation.FreeServers;
import dev.berth.provision.federation.SiteAdvert;
import dev.berth.provision.federation.SiteAdvert.FreePool;
import dev.berth.provision.federation.SiteSlots;
import dev.berth.provision.federation.SiteSlots.OfPool;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.wire.Fields;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what a site advertises: its pools, and the slots that are free in them. What is not as expected is no answer. */
final class AdvertReader {
    /** More would not fit into an answer of the size that is read. */
    static final int MOST_SLOTS = 4_000;

    private static final int MOST_POOLS = 1_000;
    private static final long HOUR = Duration.ofHours(1).toMillis();
    /** So that a dishonest price cannot be more than can be counted. */
    private static final Money DEAREST = Money.of("1000000");

    /** A slot with the pool it is in. */
    private record Found(String pool, Slot slot) {}

    private AdvertReader() {}

    /** Free servers in the pools of a site, by slots that are sold in parts. */
    static SiteAdvert free(String site, JsonNode pools, JsonNode slots) {
        return new SiteAdvert(
                site,
                read(site, pools, slots).pools().stream()
                        .map(pool -> new FreePool(
                                pool.name(), pool.rate(), dearest(pool.slots()), FreeServers.ofSlots(pool.slots())))
                        .toList());
    }

    static SiteSlots read(String site, JsonNode pools, JsonNode slots) {
        Map<String, List<Slot>> free = new HashMap<>();
        Fields advertised = Fields.of(slots);
        for (Fields each : advertised.optionalObjects("slots", MOST_SLOTS)) {
            Found found = slot(each);
            if (found != null) {
                free.computeIfAbsent(found.pool, pool -> new ArrayList<>()).add(found.slot);
            }
        }
        advertised.check();
        List<OfPool> read = new ArrayList<>();
        Set<String> names = new HashSet<>();
        Fields known = Fields.of(pools);
        for (Fields each : known.optionalObjects("pools", MOST_POOLS)) {
            String name = each.requiredText("name", 200);
            if (!names.add(name)) {
                each.fault("name", "must be the name of one pool only");
            }
            each.require("rate");
            Rate rate = each.parsed("rate", "must be a rate", Rate::of);
            List<Slot> here = free.getOrDefault(name, List.of());
            if (rate != null) {
                read.add(new OfPool(name, rate, here));
            }
        }
        known.check();
        return new SiteSlots(site, read);
    }

    private static @Nullable Found slot(Fields fields) {
        String pool = fields.requiredText("pool", 200);
        int servers = fields.whole("servers", 1, Pool.MOST_SERVERS, 1);
        fields.require("start");
        Long start = fields.instant("start");
        fields.require("end");
        Long end = fields.instant("end");
        Money hour = price(fields, "serverHour");
        Money fixed = price(fields, "fixedCost");
        boolean isExtensible = fields.flag("extensible");
        boolean isDivisible = fields.flag("divisible");
        if (start == null || end == null) {
            return null;
        }
        Slot slot = fields.build(() -> new Slot(
                start,
                servers,
                end - start,
                new UnitCost(hour, HOUR),
                fixed,
                isDivisible || isExtensible,
                isExtensible));
        return slot == null ? null : new Found(pool, slot);
    }

    private static Money price(Fields fields, String field) {
        Money price = fields.money(field);
        if (price != null && (price.millionths() < 0 || price.isAbove(DEAREST))) {
            fields.fault(field, "must be from 0 to " + DEAREST);
        }
        return price == null ? Money.ZERO : price;
    }

    /** A discount for booking ahead makes later slots cheaper: the dearest counts, so that no budget is exceeded. */
    private static UnitCost dearest(List<Slot> slots) {
        return slots.stream()
                .map(Slot::unitCost)
                .max(Comparator.comparing(UnitCost::amount))
                .orElse(new UnitCost(Money.ZERO, HOUR));
    }
}
