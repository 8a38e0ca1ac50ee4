package dev.berth.service.cluster;

import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.Window;
import dev.berth.service.settings.UnixUsers;
import dev.berth.service.site.View;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the cluster should keep: a function of the book alone. Only what has settled nodes: what is bound, and what runs.
 *
 * @param wanted by name
 * @param notDue what waits and has no nodes yet, as far ahead as people care to see, by start
 * @param impossible what cannot be asked of the cluster, with the reason
 */
record Desired(SortedMap<String, Wanted> wanted, List<Mirrored> notDue, List<Mirrored> impossible) {
    /** The most that is shown of what is not due. */
    private static final int MOST_NOT_DUE = 500;

    private static final long SHOWN_AHEAD = 24 * 3_600_000L;
    private static final long SECOND = 1_000;

    static Desired of(View view, Places places, ReservationName names, UnixUsers users, long lead) {
        Desired desired = new Desired(new TreeMap<>(), new ArrayList<>(), new ArrayList<>());
        List<Reservation> waiting = new ArrayList<>();
        for (PoolId pool : places.pools()) {
            for (Reservation each : view.within(pool, new Window(view.now(), view.now() + lead + SHOWN_AHEAD))) {
                if (each.isBound() || each.isRunning()) {
                    desired.add(each, places, names, users);
                } else if (each.isWaiting()) {
                    waiting.add(each);
                }
            }
        }
        waiting.stream()
                .sorted((a, b) -> Long.compare(a.window().start(), b.window().start()))
                .limit(MOST_NOT_DUE)
                .forEach(each -> desired.notDue.add(mirrored(each, names, users, Mirrored.State.NOT_DUE, "")));
        return new Desired(
                Collections.unmodifiableSortedMap(desired.wanted),
                List.copyOf(desired.notDue),
                List.copyOf(desired.impossible));
    }

    private void add(Reservation each, Places places, ReservationName names, UnixUsers users) {
        Optional<Window> window = inside(each.window());
        TreeSet<String> nodes = new TreeSet<>(
                places.nodes(each.placement().pool(), each.placement().servers()));
        String user = users.of(each.job().user());
        if (window.isEmpty()) {
            // Less than a second: nothing could run in it.
            return;
        }
        String fault = fault(each, nodes.size(), user);
        if (fault.isEmpty()) {
            String name = names.of(each.id());
            wanted.put(name, new Wanted(name, each.id(), nodes, window.get(), user));
        } else {
            impossible.add(mirrored(each, names, users, Mirrored.State.BLOCKED, fault));
        }
    }

    private static String fault(Reservation each, int nodes, String user) {
        if (nodes < each.placement().count()) {
            return "not all of its servers are nodes of the cluster";
        }
        return UnixUsers.isOne(user)
                ? ""
                : "\"%s\" cannot be a Unix user; name the Unix user of account %s under unixUsers in site.yaml"
                        .formatted(user, each.job().user());
    }

    private static Mirrored mirrored(
            Reservation each, ReservationName names, UnixUsers users, Mirrored.State state, String why) {
        return new Mirrored(
                names.of(each.id()),
                each.id(),
                users.of(each.job().user()),
                new TreeSet<>(),
                each.window(),
                state,
                why,
                state == Mirrored.State.BLOCKED);
    }

    /** The whole seconds inside a window, because clusters know nothing smaller: never earlier, never longer than was booked. */
    static Optional<Window> inside(Window window) {
        long start = Math.ceilDiv(window.start(), SECOND) * SECOND;
        long end = Math.floorDiv(window.end(), SECOND) * SECOND;
        return end > start ? Optional.of(new Window(start, end)) : Optional.empty();
    }
}
