package dev.berth.service.cluster;

import dev.berth.engine.book.Command;
import dev.berth.engine.model.Outage;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.site.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the book must be told so that it knows which nodes the cluster cannot give it: those that are down or drained, those that
 * others have reserved, and those on which jobs of others run. Each reason is a block of its own, known by its cause.
 */
final class Blocks {
    private static final String MARK = "Slurm: ";
    private static final String JOB = MARK + "job ";
    private static final int LONGEST_NAME = 150;

    private final View view;
    private final Places places;
    private final long now;
    private final long lead;
    private final Map<Key, Window> wanted = new LinkedHashMap<>();

    private record Key(Places.Place place, String cause) {}

    private Blocks(View view, Places places, long now, long lead) {
        this.view = view;
        this.places = places;
        this.now = now;
        this.lead = lead;
    }

    /** Why each node is out, of those that are, as the book was told before. */
    static Map<String, String> told(View view, Places places) {
        Map<Places.Place, String> nodes = new HashMap<>();
        places.byNode().forEach((node, place) -> nodes.put(place, node));
        Map<String, String> told = new HashMap<>();
        for (PoolId pool : places.pools()) {
            for (Outage outage : view.outages(pool)) {
                String node = nodes.get(new Places.Place(pool, outage.server()));
                String cause = outage.cause();
                if (node != null && cause != null && cause.startsWith(MARK)) {
                    String reason = cause.substring(MARK.length());
                    if (reason.equals(NodeWatch.Belief.DOWN.cause())
                            || reason.equals(NodeWatch.Belief.DRAINED.cause())
                            || reason.equals(NodeWatch.Belief.ABSENT.cause())) {
                        told.put(node, reason);
                    }
                }
            }
        }
        return told;
    }

    /**
     * The commands after which the book knows what the census says.
     *
     * @param lead how far ahead nodes are named: jobs of others matter only for so long
     */
    static List<Command> changes(
            View view, Places places, Census census, NodeWatch watch, ReservationName names, long lead) {
        Blocks blocks = new Blocks(view, places, view.now(), lead);
        blocks.nodes(watch);
        blocks.foreign(census, names);
        blocks.jobs(census);
        return blocks.commands();
    }

    /** Who runs on a node that is drained may stay to the end. */
    private void nodes(NodeWatch watch) {
        places.byNode().forEach((node, place) -> {
            NodeWatch.Belief belief = watch.of(node);
            if (belief != NodeWatch.Belief.UP) {
                long from = belief == NodeWatch.Belief.DRAINING ? runsUntil(place) : now;
                wanted.put(new Key(place, MARK + belief.cause()), new Window(from, Window.FOREVER));
            }
        });
    }

    private long runsUntil(Places.Place place) {
        return view.within(place.pool(), new Window(now, now + 1)).stream()
                .filter(each -> each.isRunning() && each.placement().servers().contains(place.server()))
                .map(Reservation::window)
                .mapToLong(Window::end)
                .max()
                .orElse(now);
    }

    private void foreign(Census census, ReservationName names) {
        for (Kept kept : census.kept().values()) {
            if (names.read(kept.name()).isEmpty() && kept.window().end() > now) {
                String name = kept.name()
                        .substring(0, Math.min(LONGEST_NAME, kept.name().length()));
                kept.nodes()
                        .forEach(node -> places.of(node)
                                .ifPresent(place ->
                                        wanted.put(new Key(place, MARK + "reservation " + name), kept.window())));
            }
        }
    }

    /**
     * Those that run in no reservation, or in one that is gone. Whatever starts later than the lead has no nodes yet, and the job may
     * have ended by then, so it blocks for no longer; a little more, so that the book is not told each round.
     */
    private void jobs(Census census) {
        for (ClusterJob job : census.jobs()) {
            if (!job.isRunning()
                    || job.end() <= now
                    || job.reservation()
                            .filter(name -> census.kept().containsKey(name))
                            .isPresent()) {
                continue;
            }
            for (String node : new TreeSet<>(job.nodes())) {
                places.of(node).ifPresent(place -> {
                    Key key = new Key(place, JOB + job.id());
                    wanted.put(key, jobWindow(key, job.end()));
                });
            }
        }
    }

    private Window jobWindow(Key key, long end) {
        long needed = Math.min(end, now + lead);
        return find(key)
                .map(Outage::window)
                .filter(window -> window.end() >= needed && window.end() <= end)
                .orElseGet(() -> new Window(now, Math.min(end, now + lead + lead / 4)));
    }

    private Optional<Outage> find(Key key) {
        return view.outages(key.place().pool()).stream()
                .filter(outage ->
                        outage.server() == key.place().server() && key.cause().equals(outage.cause()))
                .findFirst();
    }

    /** First what begins, then what ends, so that no server is free in between. Those of one pool, window and cause go together. */
    private List<Command> commands() {
        Map<Key, Window> present = new LinkedHashMap<>();
        for (PoolId pool : places.pools()) {
            for (Outage outage : view.outages(pool)) {
                if (outage.cause() != null && outage.cause().startsWith(MARK)) {
                    present.put(new Key(new Places.Place(pool, outage.server()), outage.cause()), outage.window());
                }
            }
        }
        record Together(PoolId pool, String cause, Optional<Window> window) {}
        Map<Together, List<Integer>> groups = new LinkedHashMap<>();
        wanted.forEach((key, window) -> {
            if (!isSame(present.get(key), window)) {
                groups.computeIfAbsent(
                                new Together(key.place().pool(), key.cause(), Optional.of(window)),
                                any -> new ArrayList<>())
                        .add(key.place().server());
            }
        });
        present.forEach((key, window) -> {
            if (!wanted.containsKey(key)) {
                groups.computeIfAbsent(
                                new Together(key.place().pool(), key.cause(), Optional.empty()),
                                any -> new ArrayList<>())
                        .add(key.place().server());
            }
        });
        List<Command> commands = new ArrayList<>();
        groups.forEach((group, numbers) -> {
            ServerSet servers =
                    ServerSet.of(numbers.stream().mapToInt(Integer::intValue).toArray());
            commands.add(group.window()
                    .<Command>map(window -> new Command.Block(group.pool(), servers, window, group.cause()))
                    .orElseGet(() -> new Command.Unblock(group.pool(), servers, group.cause())));
        });
        return commands;
    }

    /** What has begun has begun, whenever. */
    private boolean isSame(@Nullable Window present, Window window) {
        return present != null
                && present.end() == window.end()
                && (present.start() == window.start() || (present.start() <= now && window.start() <= now));
    }
}
