package dev.berth.service.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Role;
import dev.berth.service.problem.Code;
import dev.berth.service.problem.Problem;
import dev.berth.service.problem.Refused;
import dev.berth.service.site.Transaction;
import dev.berth.service.site.View;
import dev.berth.service.wire.Fields;
import dev.berth.service.wire.Json;
import dev.berth.service.wire.PoolJson;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** {@code /pools}. */
final class PoolsResource {
    static final int MOST_NAMED = 100_000;

    private final Office office;

    PoolsResource(Office office) {
        this.office = office;
    }

    List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/pools", Role.VIEWER, this::list),
                new Endpoint("POST", "/pools", Role.OPERATOR, this::add),
                new Endpoint("GET", "/pools/{pool}", Role.VIEWER, this::get),
                new Endpoint("POST", "/pools/{pool}/servers", Role.OPERATOR, this::addServers),
                new Endpoint("POST", "/pools/{pool}/drain", Role.OPERATOR, this::drain).alsoWhenFull(),
                new Endpoint("POST", "/pools/{pool}/restore", Role.OPERATOR, this::restore).alsoWhenFull(),
                new Endpoint("POST", "/pools/{pool}/fail", Role.OPERATOR, this::fail).alsoWhenFull(),
                new Endpoint("PUT", "/pools/{pool}/tariff", Role.OPERATOR, this::setTariff));
    }

    private Answer list(Call call) {
        return office.read(view -> {
            ObjectNode node = Json.object();
            ArrayNode pools = node.putArray("pools");
            view.pools().forEach(pool -> pools.add(json(view, pool)));
            return Answer.ok(node);
        });
    }

    private Answer get(Call call) {
        return office.read(view -> Answer.ok(json(view, call.pool())));
    }

    static ObjectNode json(View view, Pool pool) {
        return PoolJson.write(pool, view.tariff(pool.id()), view.outages(pool.id()));
    }

    private static ObjectNode json(View view, PoolId id) {
        return json(view, find(view, id));
    }

    static Pool find(View view, PoolId id) {
        return view.pools().stream()
                .filter(pool -> pool.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        Problem.of(Code.UNKNOWN_POOL, "there is no pool " + id).thrown());
    }

    private Answer add(Call call) {
        Fields fields = call.body();
        PoolJson.Planned read = PoolJson.read(fields);
        fields.closed();
        PoolJson.Planned planned = fields.built(() -> Checks.present(read));
        return office.write(call, transaction -> {
            Pool pool = planned.pool();
            Bookings.accepted(transaction.submit(new Command.AddPool(pool)));
            planned.tariff().ifPresent(tariff -> transaction.submit(new Command.SetTariff(pool.id(), tariff)));
            Office.audit(transaction, "add-pool", pool.id().name(), pool.servers() + " servers of rate " + pool.rate());
            return Answer.json(201, json(transaction.view(), pool.id()));
        });
    }

    private Answer addServers(Call call) {
        Fields fields = call.body();
        fields.missing("count");
        int count = fields.whole("count", 1, MOST_NAMED, 1);
        Long from = fields.instant("from");
        fields.closed().check();
        PoolId pool = call.pool();
        return changed(
                call,
                pool,
                "add-servers",
                count + " more",
                transaction -> new Command.AddServers(pool, count, from == null ? transaction.now() : from));
    }

    private Answer restore(Call call) {
        Fields fields = call.body();
        int[] servers = fields.wholes("servers", MOST_NAMED);
        fields.closed().check();
        PoolId pool = call.pool();
        ServerSet named = ServerSet.of(servers);
        return changed(call, pool, "restore", named.toString(), transaction -> new Command.Restore(pool, named));
    }

    private Answer fail(Call call) {
        Fields fields = call.body();
        ServerSet servers = ServerSet.of(fields.wholes("servers", MOST_NAMED));
        fields.closed().check();
        PoolId pool = call.pool();
        return office.write(call, transaction -> {
            find(transaction.view(), pool);
            Decision.Accepted accepted = Bookings.accepted(transaction.submit(new Command.Fail(pool, servers)));
            Office.audit(transaction, "fail", pool.name(), servers.toString());
            ObjectNode node = hurt(accepted.events());
            node.set("pool", json(transaction.view(), pool));
            return Answer.ok(node);
        });
    }

    /** Who was to have the servers that broke down, and what became of them. */
    private static ObjectNode hurt(List<Event> events) {
        ObjectNode node = Json.object();
        ArrayNode moved = node.putArray("moved");
        ArrayNode degraded = node.putArray("degraded");
        ArrayNode displaced = node.putArray("displaced");
        for (Event event : events) {
            switch (event) {
                case Event.Moved each ->
                    each.reservations()
                            .forEach(reservation -> moved.add(reservation.id().toString()));
                case Event.Degraded each -> degraded.add(each.reservation().id().toString());
                case Event.Closed each -> displaced.add(each.reservation().toString());
                default -> {
                    // the outage itself, and servers named anew
                }
            }
        }
        return node;
    }

    private Answer setTariff(Call call) {
        Fields fields = call.body();
        Tariff read = PoolJson.tariff(fields);
        fields.closed();
        Tariff tariff = fields.built(() -> Checks.present(read));
        PoolId pool = call.pool();
        return changed(
                call, pool, "set-tariff", "base " + tariff.base(), transaction -> new Command.SetTariff(pool, tariff));
    }

    private Answer changed(Call call, PoolId pool, String what, String detail, Function<Transaction, Command> command) {
        return office.write(call, transaction -> {
            find(transaction.view(), pool);
            Bookings.accepted(transaction.submit(command.apply(transaction)));
            Office.audit(transaction, what, pool.name(), detail);
            return Answer.ok(json(transaction.view(), pool));
        });
    }

    private Answer drain(Call call) {
        Fields fields = call.body();
        Planned planned = Planned.read(fields);
        boolean dryRun = fields.flag("dryRun");
        fields.closed().check();
        PoolId pool = call.pool();
        if (dryRun) {
            return office.read(view -> {
                find(view, pool);
                return switch (view.decide(planned.command(pool, view.now(), true))) {
                    case Decision.Report report -> drained(view, pool, true, report.inTheWay());
                    case Decision.Refused refused -> throw new Refused(refused.refusal());
                    case Decision.Accepted accepted -> drained(view, pool, true, List.of());
                };
            });
        }
        return office.write(call, transaction -> {
            find(transaction.view(), pool);
            Bookings.accepted(transaction.submit(planned.command(pool, transaction.now(), false)));
            Office.audit(transaction, "drain", pool.name(), planned.servers().toString());
            return drained(transaction.view(), pool, false, List.of());
        });
    }

    private static Answer drained(View view, PoolId pool, boolean dryRun, List<ReservationId> inTheWay) {
        ObjectNode node = Json.object().put("dryRun", dryRun);
        ArrayNode ids = node.putArray("inTheWay");
        inTheWay.forEach(id -> ids.add(id.toString()));
        node.set("pool", json(view, pool));
        return Answer.ok(node);
    }

    /** Servers to be drained. */
    record Planned(
            ServerSet servers,
            @Nullable Long from,
            @Nullable Long to) {
        static Planned read(Fields fields) {
            int[] servers = fields.wholes("servers", MOST_NAMED);
            Long from = fields.instant("from");
            Long to = fields.instant("to");
            if (from != null && to != null && to <= from) {
                fields.fault("to", "it is after from");
            }
            return new Planned(ServerSet.of(servers), from, to);
        }

        /** Throws what is wrong with a window that is over before it begins. */
        Command.Drain command(PoolId pool, long now, boolean reportOnly) {
            long start = from == null ? now : Math.max(now, from);
            if (to != null && to <= start) {
                throw Problem.invalid("to", dev.berth.service.wire.Times.instant(to), "it is in the future")
                        .thrown();
            }
            return new Command.Drain(pool, servers, new Window(start, to == null ? Window.FOREVER : to), reportOnly);
        }
    }
}
