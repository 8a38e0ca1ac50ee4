package dev.berth.api.watch;

import dev.berth.engine.book.Event;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.hosts.ServerMachine;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.Committed;
import dev.berth.site.Site;
import dev.berth.wire.Times;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** The servers that one change takes away or gives back, written to the log: one record for all servers of a pool together. */
record OutageLog(Site site, Committed change) {
    private enum Kind {
        FAILED(Level.WARN, "Servers failed", "Failed servers restored"),
        BLOCKED(Level.INFO, "Servers blocked", "Servers no longer blocked"),
        DRAINED(Level.INFO, "Servers drained", "Drained servers are back");

        private final Level level;
        private final String gone;
        private final String back;

        Kind(Level level, String gone, String back) {
            this.level = level;
            this.gone = gone;
            this.back = back;
        }

        static Kind of(Outage outage) {
            return outage.isFailure() ? FAILED : outage.isBlock() ? BLOCKED : DRAINED;
        }
    }

    /** Key of the outages that share one record. */
    private record Group(PoolId pool, Kind kind, long start, long end, String cause) {
        static Group of(PoolId pool, Outage outage) {
            Window window = outage.window();
            Kind kind = Kind.of(outage);
            return new Group(
                    pool,
                    kind,
                    window.start(),
                    kind == Kind.FAILED ? Objects.requireNonNullElse(outage.repair(), Window.FOREVER) : window.end(),
                    Objects.requireNonNullElse(outage.cause(), ""));
        }
    }

    void write(Logger log) {
        Map<Group, Set<Integer>> gone = new LinkedHashMap<>();
        Map<Group, Set<Integer>> back = new LinkedHashMap<>();
        List<String> prolonged = new ArrayList<>();
        for (Event event : change.events()) {
            switch (event) {
                case Event.OutageEnded e -> {
                    add(back, e.pool(), e.outage());
                    prolonged.add(key(e.pool(), e.outage()));
                }
                case Event.OutagePlanned e -> {
                    // A failure whose repair takes longer ends and begins anew: nothing has happened to the server.
                    if (prolonged.contains(key(e.pool(), e.outage()))) {
                        back.values()
                                .forEach(servers -> servers.remove(e.outage().server()));
                    } else {
                        add(gone, e.pool(), e.outage());
                    }
                }
                case Event.PoolAdded e -> {}
                case Event.ServersAdded e -> {}
                case Event.Reserved e -> {}
                case Event.RoundsSet e -> {}
                case Event.LicencesSet e -> {}
                case Event.PolicySet e -> {}
                case Event.Queued e -> {}
                case Event.Deferred e -> {}
                case Event.TurnedAway e -> {}
                case Event.Held e -> {}
                case Event.Confirmed e -> {}
                case Event.Moved e -> {}
                case Event.StartsEarly e -> {}
                case Event.TariffSet e -> {}
                case Event.Changed e -> {}
                case Event.Renamed e -> {}
                case Event.Repacked e -> {}
                case Event.Bound e -> {}
                case Event.Shunned e -> {}
                case Event.Started e -> {}
                case Event.Closed e -> {}
                case Event.TimeAdvanced e -> {}
                case Event.Degraded e -> {}
                case Event.Recovered e -> {}
                case Event.Opportunistic e -> {}
                case Event.Waitlist e -> {}
            }
        }
        gone.forEach((group, servers) -> write(log, group, servers, true));
        back.forEach((group, servers) -> write(log, group, servers, false));
    }

    private static String key(PoolId pool, Outage outage) {
        return pool.name() + " " + outage.server() + " " + Kind.of(outage);
    }

    private static void add(Map<Group, Set<Integer>> groups, PoolId pool, Outage outage) {
        groups.computeIfAbsent(Group.of(pool, outage), key -> new TreeSet<>()).add(outage.server());
    }

    private void write(Logger log, Group group, Set<Integer> servers, boolean isGone) {
        if (servers.isEmpty()) {
            return;
        }
        LoggingEventBuilder line = log.atLevel(isGone ? group.kind().level : Level.INFO)
                .addKeyValue("pool", group.pool().name())
                .addKeyValue("servers", names(group.pool(), servers));
        if (isGone && group.start() > change.time()) {
            line = line.addKeyValue("from", Times.instant(group.start()));
        }
        if (isGone && group.end() < Window.FOREVER) {
            line = line.addKeyValue("until", Times.instant(group.end()));
        }
        if (!group.cause().isEmpty()) {
            line = line.addKeyValue("why", group.cause());
        }
        line.addKeyValue("by", SiteLog.by(change)).log(isGone ? group.kind().gone : group.kind().back);
    }

    /** Names of servers; their numbers if some have no name. */
    private String names(PoolId pool, Set<Integer> numbers) {
        ServerSet servers =
                ServerSet.of(numbers.stream().mapToInt(Integer::intValue).toArray());
        List<ServerMachine> machines = site.read(view -> ServerNames.of(view).machines(pool, servers));
        return machines.size() == numbers.size()
                ? machines.stream().map(ServerMachine::name).collect(Collectors.joining(","))
                : servers.ranges();
    }
}
