package dev.berth.provision.read;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Decimals;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Window;
import dev.berth.provision.plan.Availability;
import dev.berth.provision.plan.Availability.Offered;
import dev.berth.provision.plan.Route;
import dev.berth.provision.plan.Site;
import dev.berth.provision.site.SiteScheduler;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.workflow.model.Link;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Reads sites, what is on them, and the links between them:
 *
 * <pre>{@code
 * {"sites": [
 *     {"id": "north", "servers": 64, "rate": 1, "perServerHour": "0.50", "fixedCost": "0.10",
 *      "reserved": [{"from": 3600, "to": 7200, "servers": 40}],
 *      "queue": [{"servers": 8, "seconds": 1800}]},
 *     {"id": "south", "perServerHour": "0.30",
 *      "slots": [{"start": 0, "servers": 16, "seconds": 7200, "divisible": true, "extensible": true}]}],
 *  "megabytesPerSecond": 125, "latencyMillis": 0,
 *  "links": [{"between": ["north", "south"], "megabytesPerSecond": 10, "latencyMillis": 40}]}
 * }</pre>
 *
 * <p>A site says what it has, what is reserved there and what waits in its queue; its slots follow from that. Or it says its
 * slots. Times are in seconds from now; in the result they are milliseconds.
 */
public final class SiteFiles {
    public static final long DAY = 86_400_000;
    /** Milliseconds of an hour. */
    public static final long HOUR = 3_600_000;

    private static final int MOST_BYTES = 16 << 20;
    private static final int MOST_SERVERS = 1_000_000;
    private static final int MOST_SLOTS = 10_000;
    private static final long LONGEST = 10_000 * DAY;
    private static final BigDecimal FASTEST = BigDecimal.valueOf(1_000_000);

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNumberLength(Decimals.LONGEST)
                            .maxNestingDepth(32)
                            .maxNameLength(200)
                            .maxStringLength(100_000)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final List<Site> sites = new ArrayList<>();
    private final List<Offered> slots = new ArrayList<>();

    private SiteFiles() {}

    /**
     * Reads a stream, which is not closed.
     *
     * @throws BadSites with the place and what is wrong there
     * @throws IOException if it cannot be read
     */
    public static Availability read(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new BadSites("the file", "it is larger than " + MOST_BYTES + " bytes; split it");
        }
        JsonNode root;
        try {
            root = MAPPER.readTree(bytes);
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new BadSites(
                    at == null ? "the file" : "line %d, column %d".formatted(at.getLineNr(), at.getColumnNr()),
                    "it is no JSON: " + e.getOriginalMessage());
        } catch (NumberFormatException e) {
            // Jackson lets this one through for an exponent that is no int.
            throw new BadSites("the file", "it has a number that is too large or too small");
        }
        return new SiteFiles().availability(new Json("", root));
    }

    private Availability availability(Json file) {
        file.object(Set.of("sites", "links", "megabytesPerSecond", "latencyMillis"));
        List<Json> all = file.list("sites");
        if (all.isEmpty()) {
            throw new BadSites("sites", "there are none; name one or more");
        }
        all.forEach(this::site);
        if (slots.size() > MOST_SLOTS) {
            throw new BadSites("sites", "they have %d slots, more than %d".formatted(slots.size(), MOST_SLOTS));
        }
        Route usual = route(file, new Route(0, Link.bytesPerSecond(125_000_000)));
        Route[][] routes = new Route[sites.size()][sites.size()];
        for (Route[] row : routes) {
            Arrays.fill(row, usual);
        }
        for (Json link : file.list("links")) {
            link.object(Set.of("between", "megabytesPerSecond", "latencyMillis"));
            List<Json> ends = link.list("between");
            if (ends.size() != 2) {
                throw new BadSites(link.place() + ".between", "it names two sites");
            }
            int one = known(ends.get(0));
            int other = known(ends.get(1));
            routes[one][other] = route(link, usual);
            routes[other][one] = routes[one][other];
        }
        return new Availability(sites, routes, slots);
    }

    private int known(Json name) {
        String id = name.text();
        for (int site = 0; site < sites.size(); site++) {
            if (sites.get(site).id().equals(id)) {
                return site;
            }
        }
        throw name.bad("one of the sites " + sites.stream().map(Site::id).toList());
    }

    private static Route route(Json from, Route usual) {
        long latency = usual.latency();
        if (from.has("latencyMillis")) {
            Json given = from.get("latencyMillis");
            String rule = "a whole number of milliseconds from 0 to " + HOUR;
            BigDecimal millis = given.decimal(rule);
            if (millis.signum() < 0
                    || millis.compareTo(BigDecimal.valueOf(HOUR)) > 0
                    || millis.stripTrailingZeros().scale() > 0) {
                throw given.bad(rule);
            }
            latency = millis.longValueExact();
        }
        Link link = usual.link();
        if (from.has("megabytesPerSecond")) {
            Json given = from.get("megabytesPerSecond");
            String rule = "a number above 0, at most " + FASTEST;
            BigDecimal speed = given.decimal(rule);
            if (speed.signum() <= 0 || speed.compareTo(FASTEST) > 0) {
                throw given.bad(rule);
            }
            link = Link.bytesPerSecond(
                    speed.movePointRight(6).setScale(0, RoundingMode.UP).longValueExact());
        }
        return new Route(latency, link);
    }

    private void site(Json site) {
        site.object(Set.of("id", "servers", "rate", "perServerHour", "fixedCost", "reserved", "queue", "slots"));
        String id = site.get("id").text();
        if (sites.stream().anyMatch(other -> other.id().equals(id))) {
            throw site.get("id").bad("a name that no other site has");
        }
        int index = sites.size();
        sites.add(new Site(id, rate(site)));
        UnitCost unitCost = new UnitCost(money(site, "perServerHour", Money.ZERO), HOUR);
        Money fixedCost = money(site, "fixedCost", Money.ZERO);
        if (site.has("slots")) {
            for (String other : List.of("servers", "reserved", "queue")) {
                if (site.has(other)) {
                    throw new BadSites(site.place() + "." + other, "a site says its slots, or what it has; not both");
                }
            }
            site.list("slots").forEach(slot -> slots.add(new Offered(index, slot(slot, unitCost, fixedCost))));
        } else {
            scheduled(site, unitCost, fixedCost).slots().forEach(slot -> slots.add(new Offered(index, slot)));
        }
    }

    private static Rate rate(Json site) {
        if (!site.has("rate")) {
            return Rate.FULL;
        }
        Json given = site.get("rate");
        try {
            return Rate.of(given.decimal("a rate above 0, at most 1").toPlainString());
        } catch (BadValue e) {
            throw given.bad(e.rule());
        }
    }

    private static Money money(Json from, String field, Money usual) {
        if (!from.has(field)) {
            return usual;
        }
        Json given = from.get(field);
        String rule = "an amount such as 0.50, from 0 to 1000000, with up to six decimal places";
        BigDecimal amount = given.decimal(rule);
        if (amount.signum() < 0
                || amount.compareTo(FASTEST) > 0
                || amount.stripTrailingZeros().scale() > 6) {
            throw given.bad(rule);
        }
        return Money.of(amount.toPlainString());
    }

    private static Slot slot(Json slot, UnitCost usualCost, Money usualFixed) {
        slot.object(Set.of("start", "servers", "seconds", "perServerHour", "fixedCost", "divisible", "extensible"));
        boolean divisible = slot.has("divisible") && slot.get("divisible").flag();
        boolean extensible = slot.has("extensible") && slot.get("extensible").flag();
        if (extensible && !divisible) {
            throw slot.get("extensible").bad("false, for only a divisible slot can be extended");
        }
        return new Slot(
                slot.get("start").seconds(0, LONGEST),
                slot.get("servers").count(MOST_SERVERS),
                slot.get("seconds").seconds(1, LONGEST),
                new UnitCost(money(slot, "perServerHour", usualCost.amount()), HOUR),
                money(slot, "fixedCost", usualFixed),
                divisible,
                extensible);
    }

    private static SiteScheduler scheduled(Json site, UnitCost unitCost, Money fixedCost) {
        int servers = site.get("servers").count(MOST_SERVERS);
        SiteScheduler scheduler = new SiteScheduler(servers, DAY, unitCost, fixedCost);
        for (Json reserved : site.list("reserved")) {
            reserved.object(Set.of("from", "to", "servers"));
            long from = reserved.get("from").seconds(0, LONGEST);
            long to = reserved.get("to").seconds(from + 1, LONGEST);
            int wanted = reserved.get("servers").count(servers);
            if (scheduler.reserve(new Window(from, to), wanted).isEmpty()) {
                throw new BadSites(
                        reserved.place(),
                        "%d servers are not free all through this window on any %d of the %d"
                                .formatted(wanted, wanted, servers));
            }
        }
        for (Json job : site.list("queue")) {
            job.object(Set.of("servers", "seconds"));
            scheduler.submit(
                    job.get("servers").count(servers), job.get("seconds").seconds(1, LONGEST));
        }
        return scheduler;
    }
}
