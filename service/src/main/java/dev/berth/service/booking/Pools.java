package dev.berth.service.booking;

import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Consequence;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Refusal;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.account.AuditLog;
import dev.berth.service.hosts.ServerNames;
import dev.berth.service.hosts.ServerNaming;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.NamedServer;
import dev.berth.wire.PoolJson;
import dev.berth.wire.Times;
import dev.berth.wire.problem.Code;
import dev.berth.wire.problem.Problem;
import dev.berth.wire.problem.Refused;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operations on pools and their servers, for operators. */
public final class Pools {
    private Pools() {}

    public static Pool find(View view, PoolId id) {
        Pool pool = view.pool(id)
                .orElseThrow(() ->
                        Problem.of(Code.UNKNOWN_POOL, "there is no pool " + id).toException());
        view.joinedTo(id).ifPresent(into -> {
            throw new Refused(new Refusal.PoolJoined(id, into));
        });
        return pool;
    }

    /** Refuses unknown pools, and any request for pools on a site without pools. */
    public static void checkKnown(View view, List<String> names) {
        List<String> known = view.pools().stream().map(pool -> pool.id().name()).toList();
        for (String name : names) {
            if (!known.contains(name)) {
                throw Problem.invalid("pools", name, "must be some of " + String.join(", ", known))
                        .toException();
            }
        }
        if (known.isEmpty()) {
            throw Problem.of(Code.NO_CAPACITY, "The site has no pools yet; an operator has to add some")
                    .toException();
        }
    }

    public static void add(Transaction transaction, PoolJson.Planned planned) {
        Pool pool = planned.pool();
        Bookings.accepted(transaction.submit(new Command.AddPool(pool)));
        planned.tariff().ifPresent(each -> transaction.submit(new Command.SetTariff(pool.id(), each)));
        PoolUnits.set(transaction, pool.id(), planned.unit());
        name(transaction, pool.id(), planned.named());
        AuditLog.add(
                transaction,
                "add-pool",
                pool.id().name(),
                planned.unit().counted(pool.servers()) + " of rate " + pool.rate());
    }

    /**
     * Adds servers to a pool.
     *
     * @param from null for now
     */
    public static void addServers(Transaction transaction, PoolId pool, int count, @Nullable Long from) {
        long since = from == null ? transaction.now() : from;
        change(transaction, pool, new Command.AddServers(pool, count, since), "add-servers", count + " more");
    }

    /** Gives servers of a pool their names, says where they are, and adds those that it lacks; at once. */
    public static void name(Transaction transaction, PoolId id, List<NamedServer> servers) {
        Pool pool = find(transaction.view(), id);
        ServerNaming naming = ServerNaming.of(transaction.view(), pool, servers);
        if (naming.more() > 0) {
            Bookings.accepted(transaction.submit(new Command.AddServers(id, naming.more(), transaction.now())));
        }
        ServerNames.record(transaction, id, naming.moved());
        ServerNames.record(transaction, id, naming.added());
    }

    /** Adds servers by their names, or says where those are that have their names already. */
    public static void nameServers(Transaction transaction, PoolId pool, List<NamedServer> servers) {
        name(transaction, pool, servers);
        AuditLog.add(
                transaction,
                "name-servers",
                pool.name(),
                String.join(", ", servers.stream().map(NamedServer::name).toList()));
    }

    public static void restore(Transaction transaction, PoolId pool, ServerSet servers) {
        change(transaction, pool, new Command.Restore(pool, servers), "restore", servers.ranges());
    }

    public static void setTariff(Transaction transaction, PoolId pool, Tariff tariff) {
        PoolJson.unknownWeights(tariff, find(transaction.view(), pool).parts()).ifPresent(rule -> {
            throw Problem.invalid("weights", tariff.weights().toString(), rule).toException();
        });
        // Curves are those of the settings, which an operator who changes a price does not know.
        Tariff kept = transaction
                .view()
                .tariff(pool)
                .map(before -> tariff.withCurves(before.hours(), before.carbon()))
                .orElse(tariff);
        change(transaction, pool, new Command.SetTariff(pool, kept), "set-tariff", "base " + tariff.base());
    }

    public static void drain(Transaction transaction, PoolId pool, Drain drain) {
        find(transaction.view(), pool);
        Command command = drain.command(pool, transaction.now(), false);
        change(transaction, pool, command, "drain", drain.servers().ranges());
    }

    /** Drains, and moves the reservations that need the servers. */
    public static void evacuate(Transaction transaction, PoolId pool, Drain drain) {
        find(transaction.view(), pool);
        Command command = drain.moving(pool, transaction.now());
        change(transaction, pool, command, "drain", drain.servers().ranges() + ", moving reservations");
    }

    /** Consequences of a drain for the reservations that are to have the servers; those in the way come first. */
    public static List<Consequence> consequences(View view, PoolId pool, Drain drain) {
        find(view, pool);
        return view.consequences(drain.moving(pool, view.now()));
    }

    /** The reservations that are in the way of a drain. */
    public static List<ReservationId> inTheWay(View view, PoolId pool, Drain drain) {
        find(view, pool);
        return switch (view.decide(drain.command(pool, view.now(), true))) {
            case Decision.Report report -> report.inTheWay();
            case Decision.Refused refused -> throw new Refused(refused.refusal());
            case Decision.Accepted accepted -> List.of();
        };
    }

    /** The reservations that were to have servers that broke down, by what became of them. */
    public record Affected(List<Reservation> moved, List<Reservation> degraded, List<ReservationId> displaced) {
        private static Affected of(List<Event> events) {
            Affected affected = new Affected(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (Event event : events) {
                switch (event) {
                    case Event.Moved each -> affected.moved.addAll(each.reservations());
                    case Event.Degraded each -> affected.degraded.add(each.reservation());
                    case Event.Closed each -> affected.displaced.add(each.reservation());
                    case Event.PoolAdded none -> {}
                    case Event.ServersAdded none -> {}
                    case Event.Reserved none -> {}
                    case Event.RoundsSet none -> {}
                    case Event.LicencesSet none -> {}
                    case Event.PolicySet none -> {}
                    case Event.Queued none -> {}
                    case Event.Deferred none -> {}
                    case Event.TurnedAway none -> {}
                    case Event.Held none -> {}
                    case Event.Confirmed none -> {}
                    case Event.StartsEarly none -> {}
                    case Event.TariffSet none -> {}
                    case Event.Changed none -> {}
                    case Event.Renamed none -> {}
                    case Event.Repacked none -> {}
                    case Event.Bound none -> {}
                    case Event.Shunned none -> {}
                    case Event.Started none -> {}
                    case Event.OutagePlanned none -> {}
                    case Event.OutageEnded none -> {}
                    case Event.TimeAdvanced none -> {}
                    case Event.Recovered none -> {}
                    case Event.Opportunistic none -> {}
                    case Event.Waitlist none -> {}
                }
            }
            return affected;
        }
    }

    /**
     * Marks servers as failed.
     *
     * @param repair when they are expected back; null if unknown
     */
    public static Affected fail(Transaction transaction, PoolId pool, ServerSet servers, @Nullable Long repair) {
        if (repair != null && repair <= transaction.now()) {
            throw Problem.invalid("until", repair, "must be in the future").toException();
        }
        Command failure = new Command.Fail(pool, servers, repair == null ? Window.FOREVER : repair);
        String detail = servers.ranges() + (repair == null ? "" : ", expected back " + Times.instant(repair));
        return Affected.of(change(transaction, pool, failure, "fail", detail).events());
    }

    private static Decision.Accepted change(
            Transaction transaction, PoolId pool, Command command, String what, String detail) {
        find(transaction.view(), pool);
        Decision.Accepted accepted = Bookings.accepted(transaction.submit(command));
        AuditLog.add(transaction, what, pool.name(), detail);
        return accepted;
    }
}
