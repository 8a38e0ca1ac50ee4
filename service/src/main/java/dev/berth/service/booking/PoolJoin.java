package dev.berth.service.booking;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.service.account.AuditLog;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.wire.NamedServer;
import dev.berth.wire.problem.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Pools of cards that become one pool of hosts: for a site that has a pool for the cards of each host, and wants to book cores,
 * memory and shares as well.
 *
 * @param into name of the new pool
 * @param from pools of cards, one for each host
 * @param cards name of the part that the cards become
 * @param parts of each host; without the cards, they are as many as the first pool has
 */
public record PoolJoin(PoolId into, List<PoolId> from, String cards, Parts parts) {
    /** Most pools that are joined at once. */
    public static final int MOST = 1_000;

    private static final Pattern NUMBER = Pattern.compile("(\\d+)$");

    /** A reservation before and after the pools are joined. */
    public record Move(Reservation before, Reservation after) {}

    /** Joins the pools, and says which reservations go where, by number. */
    public List<Move> carryOut(Transaction transaction) {
        View view = transaction.view();
        List<Pool> pools = from.stream().map(id -> Pools.find(view, id)).toList();
        List<NamedServer> hosts = hosts(view, pools);
        Set<PoolId> old = new HashSet<>(from);
        Map<Object, Reservation> before = new HashMap<>();
        view.reservations().stream()
                .filter(each -> old.contains(each.placement().pool()))
                .forEach(each -> before.put(each.id(), each));
        Decision.Accepted accepted =
                Bookings.accepted(transaction.submit(new Command.JoinPools(joined(pools), cards, from)));
        ServerNames.record(transaction, into, machines(hosts));
        AuditLog.add(
                transaction,
                "join-pools",
                into.name(),
                "of " + String.join(", ", from.stream().map(PoolId::name).toList()));
        List<Move> moves = new ArrayList<>();
        accepted.events()
                .forEach(event -> event.reservations().forEach(after -> {
                    Reservation was = before.get(after.id());
                    if (was != null) {
                        moves.add(new Move(was, after));
                    }
                }));
        moves.sort((a, b) -> a.after().id().compareTo(b.after().id()));
        return moves;
    }

    private static List<ServerMachine> machines(List<NamedServer> hosts) {
        List<ServerMachine> machines = new ArrayList<>();
        for (NamedServer host : hosts) {
            machines.add(new ServerMachine(machines.size(), host.name(), host.host(), host.device()));
        }
        return machines;
    }

    private Pool joined(List<Pool> pools) {
        Pool first = pools.getFirst();
        Part given = parts.get(cards);
        if (given != null && !given.numbered()) {
            throw Problem.invalid("cards", cards, "must be a part with numbered devices")
                    .toException();
        }
        Map<String, String> attributes = new HashMap<>(first.attributes());
        pools.forEach(pool -> attributes.entrySet().retainAll(pool.attributes().entrySet()));
        attributes.remove(ServerNames.ATTRIBUTE);
        List<Part> all = new ArrayList<>(parts.all());
        if (parts.get(cards) == null) {
            all.addFirst(Part.devices(cards, first.servers()));
        }
        return new Pool(into, pools.size(), first.rate(), attributes, new Parts(all));
    }

    /** A host for each pool, by the name of the machine where its cards are. */
    private static List<NamedServer> hosts(View view, List<Pool> pools) {
        List<NamedServer> hosts = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (Pool pool : pools) {
            checkNumbers(view, pool);
            List<String> machines = List.copyOf(ServerNames.of(view).hosts(pool).keySet());
            if (machines.size() > 1) {
                throw invalid(pool, "must be the cards of one host, but they are on " + String.join(", ", machines));
            }
            String name = machines.isEmpty() ? pool.id().name() : machines.getFirst();
            if (!names.add(name)) {
                throw invalid(pool, "must be the cards of a host of its own, but %s is named twice".formatted(name));
            }
            hosts.add(
                    new NamedServer(name, machines.isEmpty() ? Optional.empty() : Optional.of(name), Optional.empty()));
        }
        return hosts;
    }

    /** Cards of a host are numbered as its driver numbers them; names such as gpu3 tell that number. */
    private static void checkNumbers(View view, Pool pool) {
        for (ServerMachine machine : ServerNames.of(view).machines(pool.id())) {
            Matcher number = NUMBER.matcher(machine.name());
            if (number.find() && !number.group(1).equals(Integer.toString(machine.number()))) {
                throw invalid(
                        pool,
                        "must have its cards in the order of their numbers, but %s is number %d"
                                .formatted(machine.name(), machine.number()));
            }
        }
    }

    private static RuntimeException invalid(Pool pool, String rule) {
        return Problem.invalid("from", pool.id().name(), rule).toException();
    }
}
