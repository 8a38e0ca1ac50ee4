package dev.berth.slurm;

import dev.berth.engine.book.Command;
import dev.berth.engine.book.Event;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.wire.ReservationName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Commands that tell the book which nodes the cluster cannot give it: nodes that are down or drained, nodes that others have
 * reserved, and nodes on which jobs of others run. Each reason is a block of its own, known by its cause.
 *
 * <p>A block takes a node from the reservations that were to have it, so none begins before the end of a reservation in
 * which a job runs: whatever the cluster says about the node, its owner is at work. A node that is only in doubt is avoided:
 * nobody new gets it, and nobody loses it.
 */
final class Blocks {
    private static final String MARK = "Slurm: ";
    private static final String JOB = MARK + "job ";
    private static final int LONGEST_NAME = 150;

    /** A node in doubt is avoided for at least this long ahead; by then the cluster has heard it again, or given it up. */
    private static final long SHORTEST_DOUBT = 600_000;

    /** Slurm kills what outlives its reservation about half a minute after its end: so long, such a job is no obstacle. */
    private static final long ENDS_BY_ITSELF = 60_000;

    private final BookNow book;
    private final NodeServers places;
    private final Census census;
    private final Occupancy occupancy;
    private final long now;
    private final long lead;
    private final Map<Key, Window> wanted = new LinkedHashMap<>();
    /** Windows in which nodes are avoided already; they stay unless another window replaces them. */
    private final Map<Key, Window> avoided = new LinkedHashMap<>();

    private final Map<Together, List<Integer>> doubtful = new LinkedHashMap<>();

    private record Key(NodeServers.Place place, String cause) {}

    /** Servers that are told of in one command. */
    private record Together(PoolId pool, String cause, Window window) {}

    private Blocks(BookNow book, Census census, ClusterRound.Terms terms) {
        this.book = book;
        this.places = book.places();
        this.census = census;
        this.occupancy = Occupancy.of(book, census, terms.names());
        this.now = book.now();
        this.lead = terms.lead();
    }

    /** Why each node is out, of those that are, as the book was told before. */
    static Map<String, String> told(BookNow book) {
        Map<NodeServers.Place, String> nodes = new HashMap<>();
        book.places().byNode().forEach((node, place) -> nodes.put(place, node));
        Map<String, String> told = new HashMap<>();
        for (PoolId pool : book.places().pools()) {
            for (Outage outage : book.outages(pool)) {
                String node = nodes.get(new NodeServers.Place(pool, outage.server()));
                String cause = outage.cause();
                if (node != null && cause != null && cause.startsWith(MARK)) {
                    String reason = cause.substring(MARK.length());
                    if (Arrays.stream(NodeWatch.Belief.values())
                            .anyMatch(belief -> belief.cause().equals(reason))) {
                        told.merge(node, reason, Blocks::worse);
                    }
                }
            }
        }
        return told;
    }

    /** A node may have been in doubt before it was given up. */
    private static String worse(String one, String other) {
        return one.equals(NodeWatch.Belief.SILENT.cause()) ? other : one;
    }

    /** Commands after which the book knows what the census says. Jobs of others matter only as far ahead as nodes are named. */
    static List<Command> changes(
            BookNow book, Census census, Map<String, NodeWatch.Belief> beliefs, ClusterRound.Terms terms) {
        Blocks blocks = new Blocks(book, census, terms);
        blocks.nodes(beliefs);
        blocks.foreign(terms.names());
        blocks.jobs();
        return blocks.commands();
    }

    /** Takes a node from everybody, but not before whoever works on it is to leave. */
    private void want(NodeServers.Place place, String cause, Window window) {
        long from = Math.max(window.start(), occupancy.workedOnUntil(place));
        if (from < window.end()) {
            wanted.put(new Key(place, MARK + cause), new Window(from, window.end()));
        }
    }

    private void nodes(Map<String, NodeWatch.Belief> beliefs) {
        places.byNode().forEach((node, place) -> {
            NodeWatch.Belief belief = beliefs.getOrDefault(node, NodeWatch.Belief.UP);
            switch (belief) {
                case UP -> {}
                case SILENT -> avoid(place, belief.cause());
                case DRAINED, DOWN, ABSENT -> want(place, belief.cause(), new Window(now, Window.FOREVER));
                // Who runs on a node that is drained may stay to the end.
                case DRAINING -> want(place, belief.cause(), new Window(occupancy.runsUntil(place), Window.FOREVER));
            }
        });
    }

    /** From when nobody has it, for some time: renewed before it ends, so that the book is not told each round. */
    private void avoid(NodeServers.Place place, String cause) {
        Key key = new Key(place, MARK + cause);
        long ahead = Math.max(lead, SHORTEST_DOUBT);
        Window gap = occupancy.nextGap(place);
        Optional<Window> present = find(key).map(Outage::window);
        present.ifPresent(known -> avoided.put(key, known));
        boolean enough = present.filter(window -> window.start() <= gap.start()
                        && window.end() >= Math.min(gap.end(), now + ahead)
                        && window.end() <= gap.end())
                .isPresent();
        if (!enough) {
            Window window = new Window(gap.start(), Math.min(gap.end(), gap.start() + ahead + ahead / 4));
            doubtful.computeIfAbsent(new Together(place.pool(), key.cause(), window), any -> new ArrayList<>())
                    .add(place.server());
        }
    }

    private static ServerSet set(List<Integer> servers) {
        return ServerSet.of(servers.stream().mapToInt(Integer::intValue).toArray());
    }

    private void foreign(ReservationName names) {
        for (Kept kept : census.kept().values()) {
            if (names.read(kept.name()).isEmpty() && kept.window().end() > now) {
                String name = kept.name()
                        .substring(0, Math.min(LONGEST_NAME, kept.name().length()));
                kept.nodes()
                        .forEach(node ->
                                places.of(node).ifPresent(place -> want(place, "reservation " + name, kept.window())));
            }
        }
    }

    /**
     * Blocks the nodes of jobs that run in no reservation, or in one of ours that the book has elsewhere or no longer has. A
     * reservation that starts later than the lead has no nodes yet, and the job may have ended by then, so the block goes at
     * most a quarter beyond the lead: enough that the book is not told each round.
     */
    private void jobs() {
        for (ClusterJob job : census.jobs()) {
            if (!job.isRunning() || job.end() <= now) {
                continue;
            }
            for (String node : new TreeSet<>(job.nodes())) {
                places.of(node).filter(place -> isInTheWay(job, place)).ifPresent(place -> {
                    Key key = new Key(place, JOB + job.id());
                    want(place, "job " + job.id(), jobWindow(key, job.end()));
                });
            }
        }
    }

    private boolean isInTheWay(ClusterJob job, NodeServers.Place place) {
        if (job.reservation().isEmpty()) {
            return true;
        }
        Optional<ReservationId> ours = occupancy.reservationOf(job);
        if (ours.isEmpty()) {
            // A reservation of others has its node already, unless it is gone.
            return !census.kept().containsKey(job.reservation().get());
        }
        boolean isAtHome = book.mention(ours.get())
                .open()
                .filter(each -> each.placement().pool().equals(place.pool())
                        && each.placement().servers().contains(place.server()))
                .isPresent();
        return !isAtHome && !isLeaving(ours.get()) && !isKept(ours.get(), place);
    }

    /** Its time is over, or its owner has ended it: the cluster ends the job within a minute. */
    private boolean isLeaving(ReservationId id) {
        BookNow.Mention mention = book.mention(id);
        return mention.past()
                .filter(past -> (past.cause() == Event.Cause.ENDED || mention.isEnded())
                        && now - past.closed() < ENDS_BY_ITSELF)
                .isPresent();
    }

    private boolean isKept(ReservationId id, NodeServers.Place place) {
        return book.outages(place.pool()).stream()
                .anyMatch(outage -> outage.server() == place.server() && outage.isKeptFor(id));
    }

    private Window jobWindow(Key key, long end) {
        long needed = Math.min(end, now + lead);
        return find(key)
                .map(Outage::window)
                .filter(window -> window.end() >= needed && window.end() <= end)
                .orElseGet(() -> new Window(now, Math.min(end, now + lead + lead / 4)));
    }

    private Optional<Outage> find(Key key) {
        return book.outages(key.place().pool()).stream()
                .filter(outage ->
                        outage.server() == key.place().server() && key.cause().equals(outage.cause()))
                .findFirst();
    }

    /** First what begins, then what ends, so that no server is free in between. Those of one pool, window and cause go together. */
    private List<Command> commands() {
        Map<Key, Window> present = new LinkedHashMap<>();
        for (PoolId pool : places.pools()) {
            for (Outage outage : book.outages(pool)) {
                if (outage.cause() != null && outage.cause().startsWith(MARK)) {
                    present.put(new Key(new NodeServers.Place(pool, outage.server()), outage.cause()), outage.window());
                }
            }
        }
        Map<Together, List<Integer>> begin = new LinkedHashMap<>();
        wanted.forEach((key, window) -> {
            if (!isSame(present.get(key), window)) {
                begin.computeIfAbsent(new Together(key.place().pool(), key.cause(), window), any -> new ArrayList<>())
                        .add(key.place().server());
            }
        });
        record Cause(PoolId pool, String cause) {}
        Map<Cause, List<Integer>> end = new LinkedHashMap<>();
        present.keySet().forEach(key -> {
            if (!wanted.containsKey(key) && !avoided.containsKey(key)) {
                end.computeIfAbsent(new Cause(key.place().pool(), key.cause()), any -> new ArrayList<>())
                        .add(key.place().server());
            }
        });
        List<Command> commands = new ArrayList<>();
        doubtful.forEach((group, servers) ->
                commands.add(new Command.Avoid(group.pool(), set(servers), group.window(), group.cause())));
        begin.forEach((group, servers) ->
                commands.add(new Command.Block(group.pool(), set(servers), group.window(), group.cause())));
        end.forEach((cause, servers) -> commands.add(new Command.Unblock(cause.pool(), set(servers), cause.cause())));
        return commands;
    }

    /** Whether two windows are the same; two that have both begun are the same if they end together. */
    private boolean isSame(@Nullable Window present, Window window) {
        return present != null
                && present.end() == window.end()
                && (present.start() == window.start() || (present.start() <= now && window.start() <= now));
    }
}
