package dev.berth.api.pools;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.Answer;
import dev.berth.api.Call;
import dev.berth.api.Checks;
import dev.berth.api.Endpoint;
import dev.berth.api.PoolReader;
import dev.berth.api.SiteAccess;
import dev.berth.api.VisibleReservations;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Consequence;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.account.Account;
import dev.berth.service.account.Role;
import dev.berth.service.booking.Drain;
import dev.berth.service.booking.PoolJoin;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.booking.Pools;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PartsJson;
import dev.berth.wire.PhraseJson;
import dev.berth.wire.PoolJson;
import dev.berth.wire.TariffJson;
import dev.berth.wire.Times;
import dev.berth.words.PartWords;
import dev.berth.words.Phrase;
import dev.berth.words.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** {@code /pools}. */
public final class PoolsResource {
    /** Most reservations that an answer describes; of further ones only the ids are told. */
    private static final int MOST_TOLD = 1_000;

    private final SiteAccess access;

    public PoolsResource(SiteAccess access) {
        this.access = access;
    }

    public List<Endpoint> endpoints() {
        return List.of(
                new Endpoint("GET", "/pools", Role.VIEWER, this::list),
                new Endpoint("POST", "/pools", Role.OPERATOR, this::add),
                new Endpoint("GET", "/pools/{pool}", Role.VIEWER, this::get),
                new Endpoint("POST", "/pools/{pool}/servers", Role.OPERATOR, this::addServers),
                new Endpoint("POST", "/pools/{pool}/join", Role.OPERATOR, this::join),
                new Endpoint("POST", "/pools/{pool}/drain", Role.OPERATOR, this::drain).alsoWhenFull(),
                new Endpoint("POST", "/pools/{pool}/restore", Role.OPERATOR, this::restore).alsoWhenFull(),
                new Endpoint("POST", "/pools/{pool}/fail", Role.OPERATOR, this::fail).alsoWhenFull(),
                new Endpoint("PUT", "/pools/{pool}/tariff", Role.OPERATOR, this::setTariff));
    }

    private Answer list(Call call) {
        return access.read(view -> {
            ObjectNode node = Json.object();
            ArrayNode pools = node.putArray("pools");
            view.pools().forEach(pool -> pools.add(json(view, pool)));
            if (!view.licences().isEmpty()) {
                ArrayNode licences = node.putArray("licences");
                Window moment = new Window(view.now(), view.now() + 1);
                view.licences()
                        .forEach((name, count) -> licences.addObject()
                                .put("name", name)
                                .put("count", count)
                                // Others may hold in the cluster what was promised here.
                                .put("free", Math.max(0, view.freeLicences(name, moment))));
            }
            return Answer.ok(node);
        });
    }

    private Answer get(Call call) {
        return access.read(view -> Answer.ok(found(view, call.pool()).get()));
    }

    static ObjectNode json(View view, Pool pool) {
        return found(view, pool).get();
    }

    /** Looks the pool up; its JSON is made without the site. */
    private static Supplier<ObjectNode> found(View view, PoolId id) {
        return found(view, Pools.find(view, id));
    }

    private static Supplier<ObjectNode> found(View view, Pool pool) {
        Unit unit = PoolUnits.of(view, pool.id());
        Optional<Tariff> tariff = view.tariff(pool.id());
        List<Outage> outages = List.copyOf(view.outages(pool.id()));
        List<ServerMachine> machines = ServerNames.of(view).machines(pool.id());
        long now = view.now();
        return () -> {
            ObjectNode node = PoolJson.write(pool, unit, tariff, outages);
            tariff.ifPresent(each -> TariffJson.addCurves(node, each, now));
            if (!machines.isEmpty()) {
                node.set("serverList", ServerMachine.json(machines));
            }
            return node;
        };
    }

    private Answer add(Call call) {
        Fields fields = call.body();
        PoolJson.Planned read = PoolJson.read(fields);
        fields.closed();
        PoolJson.Planned planned = fields.built(() -> Checks.present(read));
        return access.write(call, transaction -> {
            Pools.add(transaction, planned);
            Supplier<ObjectNode> found =
                    found(transaction.view(), planned.pool().id());
            return () -> Answer.json(201, found.get());
        });
    }

    private Answer addServers(Call call) {
        Fields fields = call.body();
        PoolId pool = call.pool();
        List<NamedServer> servers = NamedServer.optionalList(fields, "serverList");
        if (!servers.isEmpty()) {
            fields.closed().check();
            return changed(call, pool, transaction -> Pools.nameServers(transaction, pool, servers));
        }
        fields.require("count");
        int count = fields.whole("count", 1, PoolReader.MOST_NAMED, 1);
        Long from = fields.instantRoundedUp("from");
        fields.closed().check();
        return changed(call, pool, transaction -> Pools.addServers(transaction, pool, count, from));
    }

    private Answer join(Call call) {
        Fields fields = call.body();
        fields.require("from");
        List<String> names = fields.names("from", PoolJoin.MOST);
        if (fields.has("from") && names.isEmpty()) {
            fields.fault("from", "must name at least one pool");
        }
        String cards = fields.text("cards", 40);
        Parts parts = PartsJson.read(fields);
        boolean dryRun = fields.flag("dryRun");
        fields.closed().check();
        List<PoolId> from = fields.built(() -> names.stream().map(PoolId::new).toList());
        PoolJoin join = new PoolJoin(call.pool(), from, cards == null ? PartWords.GPU : cards, parts);
        Function<Transaction, Supplier<Answer>> work =
                transaction -> joined(transaction.view(), call, join.carryOut(transaction), dryRun);
        return dryRun ? access.rehearse(call, work) : access.write(call, work);
    }

    private static Supplier<Answer> joined(View view, Call call, List<PoolJoin.Move> moves, boolean dryRun) {
        VisibleReservations visible = new VisibleReservations(view, call.account());
        List<Supplier<ObjectNode>> told = new ArrayList<>();
        for (PoolJoin.Move move : moves.subList(0, Math.min(MOST_TOLD, moves.size()))) {
            Placement placement = move.after().placement();
            List<String> hosts = ServerNames.of(view).names(placement.pool(), placement.servers());
            Supplier<ObjectNode> reservation = visible.found(move.after().id());
            told.add(() -> Json.object()
                    .<ObjectNode>set("reservation", reservation.get())
                    .put("was", move.before().placement().pool().name())
                    .put("host", String.join(", ", hosts)));
        }
        Supplier<ObjectNode> pool = found(view, call.pool());
        int count = moves.size();
        return () -> {
            ObjectNode node = Json.object().put("dryRun", dryRun).put("moved", count);
            ArrayNode array = node.putArray("reservations");
            told.forEach(each -> array.add(each.get()));
            return Answer.ok(node.set("pool", pool.get()));
        };
    }

    private Answer restore(Call call) {
        Fields fields = call.body();
        ServerSet servers = PoolReader.servers(fields);
        fields.closed().check();
        PoolId pool = call.pool();
        return changed(call, pool, transaction -> Pools.restore(transaction, pool, servers));
    }

    private Answer setTariff(Call call) {
        Fields fields = call.body();
        Tariff read = TariffJson.read(fields);
        fields.closed();
        Tariff tariff = fields.built(() -> Checks.present(read));
        PoolId pool = call.pool();
        return changed(call, pool, transaction -> Pools.setTariff(transaction, pool, tariff));
    }

    private Answer changed(Call call, PoolId pool, Consumer<Transaction> change) {
        return access.write(call, transaction -> {
            change.accept(transaction);
            Supplier<ObjectNode> found = found(transaction.view(), pool);
            return () -> Answer.ok(found.get());
        });
    }

    private Answer fail(Call call) {
        Fields fields = call.body();
        ServerSet servers = PoolReader.servers(fields);
        Long until = fields.instantRoundedUp("until");
        boolean dryRun = fields.flag("dryRun");
        fields.closed().check();
        PoolId pool = call.pool();
        Function<Transaction, Supplier<Answer>> work = transaction -> {
            Pools.Affected affected = Pools.fail(transaction, pool, servers, until);
            return failed(transaction.view(), call.account(), pool, affected, dryRun);
        };
        return dryRun ? access.rehearse(call, work) : access.write(call, work);
    }

    private static Supplier<Answer> failed(
            View view, Account asker, PoolId id, Pools.Affected affected, boolean dryRun) {
        VisibleReservations visible = new VisibleReservations(view, asker);
        List<Supplier<ObjectNode>> told = Stream.concat(affected.moved().stream(), affected.degraded().stream())
                .limit(MOST_TOLD)
                .map(reservation -> visible.found(reservation.id()))
                .toList();
        Supplier<ObjectNode> pool = found(view, id);
        return () -> {
            ObjectNode node = Json.object().put("dryRun", dryRun);
            ids(node, "moved", affected.moved().stream().map(Reservation::id).toList());
            ids(
                    node,
                    "degraded",
                    affected.degraded().stream().map(Reservation::id).toList());
            ids(node, "displaced", affected.displaced());
            ArrayNode reservations = node.putArray("affected");
            told.forEach(each -> reservations.add(each.get()));
            return Answer.ok(node.set("pool", pool.get()));
        };
    }

    private static void ids(ObjectNode node, String name, List<ReservationId> reservations) {
        ArrayNode ids = node.putArray(name);
        reservations.forEach(id -> ids.add(id.toString()));
    }

    private Answer drain(Call call) {
        Fields fields = call.body();
        Drain drain = PoolReader.drain(fields);
        boolean dryRun = fields.flag("dryRun");
        boolean move = fields.flag("move");
        fields.closed().check();
        PoolId pool = call.pool();
        return dryRun
                ? access.read(view -> {
                    List<ReservationId> inTheWay = Pools.inTheWay(view, pool, drain);
                    List<Supplier<ObjectNode>> outcomes =
                            outcomes(view, call.account(), Pools.consequences(view, pool, drain));
                    return drained(view, call.account(), pool, true, outcomes, inTheWay)
                            .get();
                })
                : access.write(call, transaction -> {
                    // As the reservations were before they move.
                    List<Supplier<ObjectNode>> outcomes = outcomes(
                            transaction.view(),
                            call.account(),
                            move ? Pools.consequences(transaction.view(), pool, drain) : List.of());
                    if (move) {
                        Pools.evacuate(transaction, pool, drain);
                    } else {
                        Pools.drain(transaction, pool, drain);
                    }
                    return drained(transaction.view(), call.account(), pool, false, outcomes, List.of());
                });
    }

    private static List<Supplier<ObjectNode>> outcomes(View view, Account asker, List<Consequence> consequences) {
        VisibleReservations visible = new VisibleReservations(view, asker);
        return consequences.stream()
                .limit(MOST_TOLD)
                .map(each ->
                        outcome(view, each, visible.found(each.reservation().id())))
                .toList();
    }

    private static Supplier<ObjectNode> outcome(View view, Consequence each, Supplier<ObjectNode> reservation) {
        Optional<Phrase> why = each instanceof Consequence.CannotMove stuck
                ? Optional.of(SiteAccess.problem(
                                view, stuck.reason(), each.reservation().job())
                        .detail())
                : Optional.empty();
        return () -> {
            ObjectNode outcome = Json.object().set("reservation", reservation.get());
            switch (each) {
                case Consequence.TakesOtherServers other -> outcome.put("outcome", "takes-other-servers");
                case Consequence.Moves moves -> {
                    Placement to = moves.to();
                    outcome.put("outcome", "moves")
                            .putObject("to")
                            .put("pool", to.pool().name())
                            .put("servers", to.count())
                            .put("start", Times.instant(to.window().start()))
                            .put("end", Times.instant(to.window().end()));
                }
                case Consequence.CannotMove stuck ->
                    outcome.put("outcome", "cannot-move")
                            .put("code", stuck.reason().code())
                            .set("reason", PhraseJson.of(why.orElseThrow()));
            }
            return outcome;
        };
    }

    private static Supplier<Answer> drained(
            View view,
            Account asker,
            PoolId id,
            boolean dryRun,
            List<Supplier<ObjectNode>> outcomes,
            List<ReservationId> inTheWay) {
        VisibleReservations visible = new VisibleReservations(view, asker);
        List<Supplier<ObjectNode>> told =
                inTheWay.stream().limit(MOST_TOLD).map(visible::found).toList();
        Supplier<ObjectNode> pool = found(view, id);
        return () -> {
            ObjectNode node = Json.object();
            ArrayNode all = node.putArray("outcomes");
            outcomes.forEach(each -> all.add(each.get()));
            node.put("dryRun", dryRun);
            ids(node, "inTheWay", inTheWay);
            ArrayNode affected = node.putArray("affected");
            told.forEach(each -> affected.add(each.get()));
            return Answer.ok(node.set("pool", pool.get()));
        };
    }
}
