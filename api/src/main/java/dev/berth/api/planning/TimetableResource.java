package dev.berth.api.planning;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Endpoint;
import dev.berth.api.OpportunistJson;
import dev.berth.api.SiteAccess;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.booking.Pools;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.opportunistic.Foresight;
import dev.berth.site.View;
import dev.berth.site.Visibility;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.PartsJson;
import dev.berth.wire.PoolJson;
import dev.berth.wire.ReservationJson;
import dev.berth.wire.SliceJson;
import dev.berth.wire.Times;
import dev.berth.words.Unit;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code /timetable}: who has what when. */
public final class TimetableResource {
    private static final long DAY = Duration.ofDays(1).toMillis();
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long LONGEST = 400 * DAY;
    private static final long MOMENT = Duration.ofMinutes(1).toMillis();
    /** This many reservations are read in a millisecond or two. */
    private static final long SLICE = 2_000;

    private enum By {
        POOL,
        SERVER
    }

    private final SiteAccess access;

    public TimetableResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(new Endpoint("GET", "/timetable", Role.VIEWER, this::show));
    }

    private Answer show(Call call) {
        Fields query = call.query(Set.of("limit"));
        Long start = query.instant("from");
        Long end = query.instantRoundedUp("to");
        PoolId pool = query.parsed("pool", "must be the name of a pool", PoolId::new);
        By asked = query.oneOf("by", By.class);
        int limit = query.whole("limit", 1, 100_000, 10_000);
        long from = start == null ? access.now() : start;
        long to = end == null ? from + DAY : end;
        if (to <= from || to - from > LONGEST) {
            query.fault("to", "must be after from, by at most 400 days");
        }
        query.closed().check();
        By by = asked == null ? By.POOL : asked;
        Window range = new Window(from, to);
        return access.inTurn(call, () -> {
            List<Pool> pools = access.read(view -> pool == null ? view.pools() : List.of(Pools.find(view, pool)));
            List<Part> parts = pools.stream().map(each -> part(each, range, by)).toList();
            return Answer.bytes(Answer.JSON, Json.bytes(out -> write(out, parts, call.account(), range, by, limit)));
        });
    }

    /**
     * Asks for a pool's part: at once, or where that takes long in slices, between which others have their turn. What moves
     * meanwhile is shown where it was seen last.
     */
    private Part part(Pool pool, Window range, By by) {
        Optional<Part> whole = access.read(view -> view.busyness(pool.id(), range) > SLICE
                ? Optional.empty()
                : Optional.of(Part.of(view, pool, range, by, List.of())));
        if (whole.isPresent()) {
            return whole.get();
        }
        Map<ReservationId, Reservation> inside = new LinkedHashMap<>();
        long from = range.start();
        while (from < range.end()) {
            long begin = from;
            from = access.read(view -> {
                long end = begin;
                for (long step = HOUR; end < range.end(); step *= 2) {
                    long next = Math.min(range.end(), end + step);
                    if (end > begin && view.busyness(pool.id(), new Window(begin, next)) > SLICE) {
                        break;
                    }
                    end = next;
                }
                view.within(pool.id(), new Window(begin, end)).forEach(each -> inside.put(each.id(), each));
                return end;
            });
        }
        List<Reservation> all = inside.values().stream()
                .sorted(Comparator.comparingLong(
                                (Reservation each) -> each.window().start())
                        .thenComparing(Reservation::id))
                .toList();
        return access.read(view -> Part.of(view, pool, range, by, all));
    }

    private static void write(JsonGenerator out, List<Part> parts, Account account, Window range, By by, int limit)
            throws IOException {
        long all = parts.stream().mapToLong(part -> part.inside.size()).sum();
        out.writeStartObject();
        out.writeStringField("from", Times.instant(range.start()));
        out.writeStringField("to", Times.instant(range.end()));
        out.writeStringField("by", Names.of(by));
        out.writeBooleanField("truncated", all > limit);
        out.writeArrayFieldStart("pools");
        int left = limit;
        for (Part part : parts) {
            part.write(out, account, by, left);
            left = Math.max(0, left - part.inside.size());
        }
        out.writeEndArray();
        out.writeEndObject();
    }

    /** The timetable of one pool, as it was when the site was asked: writing it down takes time that nobody need wait. */
    private record Part(
            Pool pool,
            Unit unit,
            List<ServerMachine> machines,
            Visibility visibility,
            Window range,
            List<Reservation> inside,
            Supplier<Map<ReservationId, ServerSet>> handout,
            List<Outage> outages,
            List<Foresight> opportunists,
            long now) {
        static Part of(View view, Pool pool, Window range, By by, List<Reservation> known) {
            return new Part(
                    pool,
                    PoolUnits.of(view, pool.id()),
                    by == By.SERVER ? ServerNames.of(view).machines(pool.id()) : List.of(),
                    view.visibility(),
                    range,
                    known.isEmpty() ? view.within(pool.id(), range) : known,
                    by == By.SERVER && !pool.hasParts() ? view.handout(pool.id()) : Map::of,
                    view.outages(pool.id()).stream()
                            .filter(outage -> outage.window().overlaps(range))
                            .toList(),
                    opportunists(view, pool.id(), range),
                    view.now());
        }

        /** The opportunistic jobs at work now that began before the end of the range. */
        private static List<Foresight> opportunists(View view, PoolId pool, Window range) {
            return view.runningOpportunists().stream()
                    .filter(stint -> stint.pool().equals(pool) && stint.start() < range.end())
                    .map(stint -> Foresight.of(view, stint))
                    .toList();
        }

        void write(JsonGenerator out, Account account, By by, int most) throws IOException {
            out.writeStartObject();
            out.writeStringField("pool", pool.id().name());
            out.writeNumberField("servers", pool.servers());
            out.writeStringField("unit", unit.name());
            if (pool.hasParts()) {
                out.writeFieldName("parts");
                out.writeTree(PartsJson.write(pool.parts()));
            }
            if (!machines.isEmpty()) {
                out.writeFieldName("serverList");
                out.writeTree(ServerMachine.json(machines));
            }
            out.writeArrayFieldStart("windows");
            Map<ReservationId, ServerSet> named = handout.get();
            for (Reservation reservation : inside.subList(0, Math.min(most, inside.size()))) {
                // On hosts a placement has its own, because counting is no witness there.
                ServerSet servers = pool.hasParts() ? reservation.placement().servers() : named.get(reservation.id());
                out.writeTree(json(reservation, by == By.SERVER ? servers : null, account));
            }
            out.writeEndArray();
            if (by == By.POOL) {
                out.writeArrayFieldStart("free");
                if (pool.hasParts()) {
                    new FreeParts(pool, inside, outages).write(out, range);
                } else {
                    writeFree(out);
                }
                out.writeEndArray();
            } else if (pool.hasParts() && now < range.end()) {
                out.writeArrayFieldStart("freeNow");
                List<Reservation> begun = inside.stream()
                        .filter(each -> each.isRunning() || each.isBound())
                        .toList();
                new FreeParts(pool, begun, outages).writeHosts(out, Math.max(now, range.start()));
                out.writeEndArray();
            }
            out.writeFieldName("outages");
            out.writeTree(PoolJson.write(outages));
            writeOpportunists(out, account);
            out.writeEndObject();
        }

        /** Writes the opportunistic jobs that run within the range, as far as is known; the book is a moment behind the clock. */
        private void writeOpportunists(JsonGenerator out, Account account) throws IOException {
            if (opportunists.isEmpty()) {
                return;
            }
            out.writeArrayFieldStart("opportunists");
            for (Foresight each : opportunists) {
                OptionalLong until = each.until();
                if (range.start() < Math.max(now + MOMENT, until.orElse(0))) {
                    out.writeTree(OpportunistJson.line(each.stint(), until, visibility, account));
                }
            }
            out.writeEndArray();
        }

        private ObjectNode json(Reservation reservation, @Nullable ServerSet servers, Account account) {
            ObjectNode node = Json.object()
                    .put("reservation", reservation.id().toString())
                    .put("state", ReservationJson.state(reservation))
                    .put("start", Times.instant(reservation.window().start()))
                    .put("end", Times.instant(reservation.window().end()))
                    .put("servers", reservation.placement().count());
            SliceJson.add(node, reservation.placement().taken());
            boolean isSettled = reservation.isRunning() || reservation.isBound();
            if (servers != null) {
                node.set("serverNumbers", ReservationJson.numbers(servers));
                node.put("tentative", !isSettled);
                SliceJson.addDevices(node, reservation.placement(), pool.parts());
            }
            if (account.owns(reservation.job().user())) {
                node.put("name", reservation.job().id().name())
                        .put("user", reservation.job().user());
            } else if (visibility == Visibility.NAMES) {
                ReservationJson.who(node, reservation.job());
            }
            return node;
        }

        /** The free servers as a step function, from the start of the range on. */
        private void writeFree(JsonGenerator out) throws IOException {
            TreeMap<Long, Integer> changes = new TreeMap<>(Map.of(range.start(), 0));
            inside.forEach(reservation ->
                    take(changes, reservation.window(), reservation.placement().count()));
            Outage.union(outages).forEach(outage -> take(changes, outage.window(), 1));
            int free = pool.servers();
            int before = -1;
            for (Map.Entry<Long, Integer> change : changes.entrySet()) {
                free -= change.getValue();
                if (free != before) {
                    out.writeStartObject();
                    out.writeStringField("from", Times.instant(change.getKey()));
                    out.writeNumberField("servers", free);
                    out.writeEndObject();
                }
                before = free;
            }
        }

        private void take(TreeMap<Long, Integer> changes, Window window, int count) {
            changes.merge(Math.max(range.start(), window.start()), count, Integer::sum);
            if (window.end() < range.end()) {
                changes.merge(window.end(), -count, Integer::sum);
            }
        }
    }
}
