package dev.berth.service.hosts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.calendar.Undo;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.site.FactKeeper;
import dev.berth.site.Pieces;
import dev.berth.site.Transaction;
import dev.berth.site.View;
import dev.berth.site.codec.Codec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The names of servers, and where they are. The book does not need to know, so they are kept as facts. A number keeps its name
 * for ever, whatever the order of names in the settings: a reservation that was given a number finds the same machine there.
 */
public final class ServerNames implements FactKeeper<ServerNames.Named> {
    public static final String KIND = "server-name";

    /** Attribute of a pool without named servers that gives the host of all its servers. */
    public static final String ATTRIBUTE = "host";

    private final TreeMap<String, TreeMap<Integer, ServerMachine>> byPool = new TreeMap<>();
    /** Found when they are asked for; each booking of several servers asks. */
    private final Map<String, Map<String, ServerSet>> hosts = new ConcurrentHashMap<>();

    /** Servers of a pool and what they are from now on. */
    public record Named(String pool, List<ServerMachine> machines) {}

    record All(List<Named> pools) {}

    public static ServerNames of(View view) {
        return view.facts(ServerNames.class);
    }

    /** The servers of a pool that have names, by number. */
    public List<ServerMachine> machines(PoolId pool) {
        return List.copyOf(named(pool).values());
    }

    /** Machines of these servers that have names, by number. */
    public List<ServerMachine> machines(PoolId pool, ServerSet servers) {
        List<ServerMachine> machines = new ArrayList<>();
        Map<Integer, ServerMachine> named = named(pool);
        if (!named.isEmpty()) {
            servers.forEach(number -> Optional.ofNullable(named.get(number)).ifPresent(machines::add));
        }
        return machines;
    }

    /** The servers of a pool on each host that is known, by name. */
    public Map<String, ServerSet> hosts(Pool pool) {
        String attribute = pool.attributes().get(ATTRIBUTE);
        if (named(pool.id()).isEmpty()) {
            return attribute == null
                    ? Map.of()
                    : Map.of(
                            attribute,
                            ServerSet.of(IntStream.range(0, pool.servers()).toArray()));
        }
        return hosts.computeIfAbsent(pool.id().name(), any -> hosts(pool.id()));
    }

    private Map<String, ServerSet> hosts(PoolId pool) {
        TreeMap<String, List<Integer>> numbers = new TreeMap<>();
        named(pool)
                .values()
                .forEach(machine -> machine.host()
                        .ifPresent(host -> numbers.computeIfAbsent(host, any -> new ArrayList<>())
                                .add(machine.number())));
        TreeMap<String, ServerSet> sets = new TreeMap<>();
        numbers.forEach((host, each) -> sets.put(
                host, ServerSet.of(each.stream().mapToInt(Integer::intValue).toArray())));
        return Collections.unmodifiableMap(sets);
    }

    /** Adds the names of servers to an answer that has their numbers; a server without a name is called by its number. */
    public void write(ObjectNode node, PoolId pool, ServerSet servers) {
        write(node, known(pool, servers));
    }

    /** Adds names that were looked up before. */
    public static void write(ObjectNode node, List<String> known) {
        if (!known.isEmpty()) {
            ArrayNode names = node.putArray("serverNames");
            known.forEach(names::add);
        }
    }

    /** The same names; none if no server of the pool has one. */
    public List<String> known(PoolId pool, ServerSet servers) {
        return named(pool).isEmpty() ? List.of() : names(pool, servers);
    }

    /** The name of a server; null if it has none. */
    public @Nullable String name(PoolId pool, int server) {
        ServerMachine machine = named(pool).get(server);
        return machine == null ? null : machine.name();
    }

    /** The names of servers, or their numbers where they have none. */
    public List<String> names(PoolId pool, ServerSet servers) {
        Map<Integer, ServerMachine> named = named(pool);
        return servers.stream()
                .mapToObj(number -> {
                    ServerMachine machine = named.get(number);
                    return machine == null ? Integer.toString(number) : machine.name();
                })
                .toList();
    }

    private Map<Integer, ServerMachine> named(PoolId pool) {
        return byPool.getOrDefault(pool.name(), new TreeMap<>());
    }

    /** Gives servers names, or says where they are now; others stay as they are. */
    public static void record(Transaction transaction, PoolId pool, List<ServerMachine> machines) {
        if (!machines.isEmpty()) {
            transaction.record(KIND, new Named(pool.name(), machines));
        }
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Named> type() {
        return Named.class;
    }

    @Override
    public Undo apply(Named named, long time, String actor) {
        TreeMap<Integer, ServerMachine> before = byPool.get(named.pool());
        take(named);
        return () -> {
            hosts.clear();
            if (before == null) {
                byPool.remove(named.pool());
            } else {
                byPool.put(named.pool(), before);
            }
        };
    }

    /** Into a copy: what was there before may have to be put back. */
    private void take(Named named) {
        TreeMap<Integer, ServerMachine> machines = new TreeMap<>(byPool.getOrDefault(named.pool(), new TreeMap<>()));
        named.machines().forEach(each -> machines.put(each.number(), each));
        byPool.put(named.pool(), machines);
        hosts.remove(named.pool());
    }

    /** Nothing where no server has a name, as in all snapshots from before servers had names. */
    @Override
    public Stream<byte[]> capture() {
        List<Named> all = new ArrayList<>();
        byPool.forEach((pool, machines) -> all.add(new Named(pool, List.copyOf(machines.values()))));
        return all.isEmpty() ? Stream.empty() : Pieces.of(all, 1, some -> Codec.write(All.class, new All(some)));
    }

    @Override
    public void restore(Iterator<byte[]> pieces) {
        byPool.clear();
        hosts.clear();
        pieces.forEachRemaining(piece -> Codec.read(All.class, piece).pools().forEach(this::take));
    }
}
