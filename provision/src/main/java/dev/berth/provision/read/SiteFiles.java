package dev.berth.provision.read;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Decimals;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.engine.model.Window;
import dev.berth.provision.plan.Route;
import dev.berth.provision.plan.SlotAvailability;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.plan.SlotSite;
import dev.berth.provision.site.SiteScheduler;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.json.JsonFields;
import dev.berth.wire.json.NotJson;
import dev.berth.wire.json.StrictJson;
import dev.berth.workflow.model.Link;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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
    /** Greatest amount of money, and greatest bandwidth in megabytes a second. */
    private static final long MOST = 1_000_000;
    /** Most items of any list; more do not fit into a file. */
    private static final int MOST_ITEMS = 1_000_000;

    /** Byte order mark, which some editors put before the first character of a file. */
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final List<SlotSite> sites = new ArrayList<>();
    private final List<Offered> slots = new ArrayList<>();

    private SiteFiles() {}

    /**
     * Reads a stream, which is not closed.
     *
     * @throws BadSites with the place and what is wrong there
     * @throws IOException if it cannot be read
     */
    public static SlotAvailability read(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new BadSites("the file", "it is larger than " + MOST_BYTES + " bytes; split it");
        }
        try {
            JsonNode root = StrictJson.tree("the file", withoutMark(bytes));
            if (!root.isObject()) {
                throw new BadSites(
                        "the file",
                        "\"%s\" must be an object with sites".formatted(root.isArray() ? "a list" : root.asText()));
            }
            return new SiteFiles().availability(JsonFields.of(root));
        } catch (NotJson e) {
            throw new BadSites(e.place(), "it is no JSON: " + e.reason());
        } catch (Invalid e) {
            throw new BadSites(e.faults().getFirst());
        }
    }

    private static byte[] withoutMark(byte[] bytes) {
        int mark = BYTE_ORDER_MARK.length;
        return bytes.length >= mark && Arrays.equals(bytes, 0, mark, BYTE_ORDER_MARK, 0, mark)
                ? Arrays.copyOfRange(bytes, mark, bytes.length)
                : bytes;
    }

    private SlotAvailability availability(JsonFields file) {
        List<? extends JsonFields> all = file.optionalObjects("sites", MOST_ITEMS);
        Route usual = route(file, new Route(0, Link.bytesPerSecond(125_000_000)));
        List<? extends JsonFields> links = file.optionalObjects("links", MOST_ITEMS);
        file.closed().check();
        if (all.isEmpty()) {
            throw new BadSites("sites", "there are none; name one or more");
        }
        all.forEach(this::site);
        if (slots.size() > MOST_SLOTS) {
            throw new BadSites("sites", "they have %d slots, more than %d".formatted(slots.size(), MOST_SLOTS));
        }
        Route[][] routes = new Route[sites.size()][sites.size()];
        for (Route[] row : routes) {
            Arrays.fill(row, usual);
        }
        for (JsonFields link : links) {
            int[] ends = ends(link);
            routes[ends[0]][ends[1]] = route(link, usual);
            routes[ends[1]][ends[0]] = routes[ends[0]][ends[1]];
            link.closed().check();
        }
        return new SlotAvailability(sites, routes, slots);
    }

    private int[] ends(JsonFields link) {
        JsonNode between = link.value("between", "must be a list", value -> value.isArray() ? value : null);
        link.check();
        if (between == null || between.size() != 2) {
            throw new BadSites(link.place("between"), "it names two sites");
        }
        List<String> names = sites.stream().map(SlotSite::id).toList();
        int[] ends = new int[2];
        for (int end = 0; end < 2; end++) {
            ends[end] = between.get(end).isTextual()
                    ? names.indexOf(between.get(end).textValue())
                    : -1;
            if (ends[end] < 0) {
                link.fault("between[" + end + "]", between.get(end), "must be one of the sites " + names);
            }
        }
        link.check();
        return ends;
    }

    private static Route route(JsonFields from, Route usual) {
        BigDecimal latency = decimal(
                from,
                "latencyMillis",
                "must be a whole number of milliseconds from 0 to " + HOUR,
                millis -> isWithin(millis, 0, HOUR, 0));
        BigDecimal speed = decimal(
                from,
                "megabytesPerSecond",
                "must be above 0 and at most " + MOST,
                given -> given.signum() > 0 && given.compareTo(BigDecimal.valueOf(MOST)) <= 0);
        return new Route(
                latency == null ? usual.latency() : latency.longValueExact(),
                speed == null
                        ? usual.link()
                        : Link.bytesPerSecond(speed.movePointRight(6)
                                .setScale(0, RoundingMode.UP)
                                .longValueExact()));
    }

    private void site(JsonFields site) {
        site.require("id");
        String id = site.value("id", "must be text that is not blank", SiteFiles::text);
        if (sites.stream().anyMatch(other -> other.id().equals(id))) {
            site.fault("id", "must be a name that no other site has");
        }
        Rate rate = rate(site);
        UnitCost unitCost = new UnitCost(money(site, "perServerHour", Money.ZERO), HOUR);
        Money fixedCost = money(site, "fixedCost", Money.ZERO);
        List<Slot> advertised = site.has("slots")
                ? given(site, unitCost, fixedCost)
                : scheduled(site, unitCost, fixedCost).slots();
        site.closed().check();
        int index = sites.size();
        sites.add(new SlotSite(String.valueOf(id), rate));
        advertised.forEach(slot -> slots.add(new Offered(index, slot)));
    }

    private static @Nullable String text(JsonNode value) {
        return value.isTextual() && !value.textValue().isBlank() ? value.textValue() : null;
    }

    private static Rate rate(JsonFields site) {
        Rate rate = site.value("rate", "must be above 0 and at most 1", value -> {
            try {
                BigDecimal given = decimal(value);
                return given == null ? null : Rate.of(given.toPlainString());
            } catch (BadValue e) {
                site.fault("rate", e.rule());
                return Rate.FULL;
            }
        });
        return rate == null ? Rate.FULL : rate;
    }

    private static Money money(JsonFields from, String field, Money usual) {
        BigDecimal amount = decimal(
                from,
                field,
                "must be an amount such as 0.50, from 0 to " + MOST + ", with up to six decimal places",
                given -> isWithin(given, 0, MOST, 6));
        return amount == null ? usual : Money.of(amount.toPlainString());
    }

    private static @Nullable BigDecimal decimal(
            JsonFields from, String field, String rule, Predicate<BigDecimal> isRight) {
        return from.value(field, rule, value -> {
            BigDecimal decimal = decimal(value);
            return decimal != null && isRight.test(decimal) ? decimal : null;
        });
    }

    /** A number, or a text that is one: money is often written so. */
    private static @Nullable BigDecimal decimal(JsonNode value) {
        BigDecimal decimal = value.isNumber() || value.isTextual() ? Decimals.read(value.asText()) : null;
        return decimal != null && Math.abs((long) decimal.scale()) + decimal.precision() < 40 ? decimal : null;
    }

    private static boolean isWithin(BigDecimal value, long least, long most, int places) {
        return value.compareTo(BigDecimal.valueOf(least)) >= 0
                && value.compareTo(BigDecimal.valueOf(most)) <= 0
                && value.stripTrailingZeros().scale() <= places;
    }

    /** A number of seconds, in milliseconds; the smallest allowed value if the number is wrong. */
    private static long seconds(JsonFields from, String field, long least) {
        from.require(field);
        String rule =
                "must be a number of seconds from " + least / 1000.0 + " to " + LONGEST / 1000 + ", to the millisecond";
        Long millis = from.value(field, rule, value -> {
            BigDecimal seconds = decimal(value);
            BigDecimal given = seconds == null ? null : seconds.movePointRight(3);
            return given != null && isWithin(given, least, LONGEST, 0) ? given.longValueExact() : null;
        });
        return millis == null ? least : millis;
    }

    private static int servers(JsonFields from, int most) {
        from.require("servers");
        return from.whole("servers", 1, most, 1);
    }

    private static List<Slot> given(JsonFields site, UnitCost usualCost, Money usualFixed) {
        for (String other : List.of("servers", "reserved", "queue")) {
            if (site.has(other)) {
                throw new BadSites(site.place(other), "a site says its slots, or what it has; not both");
            }
        }
        List<Slot> given = new ArrayList<>();
        for (JsonFields slot : site.optionalObjects("slots", MOST_ITEMS)) {
            boolean divisible = slot.flag("divisible");
            boolean extensible = slot.flag("extensible");
            if (extensible && !divisible) {
                slot.fault("extensible", "must be false: only a divisible slot can be extended");
            }
            long start = seconds(slot, "start", 0);
            int servers = servers(slot, MOST_SERVERS);
            long length = seconds(slot, "seconds", 1);
            UnitCost unitCost = new UnitCost(money(slot, "perServerHour", usualCost.amount()), HOUR);
            Money fixedCost = money(slot, "fixedCost", usualFixed);
            slot.closed().check();
            given.add(new Slot(start, servers, length, unitCost, fixedCost, divisible, extensible));
        }
        return given;
    }

    private record Reserved(String place, Window window, int servers) {}

    private static List<Reserved> reserved(JsonFields site, int servers) {
        List<Reserved> all = new ArrayList<>();
        for (JsonFields reserved : site.optionalObjects("reserved", MOST_ITEMS)) {
            long from = seconds(reserved, "from", 0);
            long to = seconds(reserved, "to", from + 1);
            int wanted = servers(reserved, servers);
            reserved.closed().check();
            all.add(new Reserved(reserved.place(), new Window(from, to), wanted));
        }
        return all;
    }

    private static SiteScheduler scheduled(JsonFields site, UnitCost unitCost, Money fixedCost) {
        int servers = servers(site, MOST_SERVERS);
        site.check();
        SiteScheduler scheduler = new SiteScheduler(servers, DAY, unitCost, fixedCost);
        for (Reserved reserved : reserved(site, servers)) {
            if (scheduler.reserve(reserved.window, reserved.servers).isEmpty()) {
                throw new BadSites(
                        reserved.place,
                        "the other reservations leave fewer than %d of the %d servers free all through this window"
                                .formatted(reserved.servers, servers));
            }
        }
        for (JsonFields job : site.optionalObjects("queue", MOST_ITEMS)) {
            int wanted = servers(job, servers);
            long length = seconds(job, "seconds", 1);
            job.closed().check();
            scheduler.submit(wanted, length);
        }
        return scheduler;
    }
}
