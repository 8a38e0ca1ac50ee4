package dev.berth.slurm;

import dev.berth.engine.model.Outage;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.hosts.UnixUsers;
import dev.berth.site.Past;
import dev.berth.wire.ReservationName;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Reservations that the cluster should keep: a function of the book, and of what the cluster calls parts of nodes. Only those with settled nodes are wanted: bound
 * ones, running ones, and what is left of those that lost nodes.
 *
 * @param wanted by name
 * @param notDue reservations that wait and have no nodes yet, as far ahead as people care to see, by start
 * @param impossible reservations that cannot be asked of the cluster, with the reason
 * @param broken promises that are not kept as they were made, by name
 */
record Desired(
        SortedMap<String, Wanted> wanted,
        List<Mirrored> notDue,
        List<Mirrored> impossible,
        SortedMap<String, Mirrored> broken) {
    /** The most that is shown of what is not due. */
    private static final int MOST_NOT_DUE = 500;

    private static final long SHOWN_AHEAD = 24 * 3_600_000L;
    private static final long SECOND = 1_000;

    /** Characters in a list of users; an argument of a command has at most 131,071. */
    private static final int LONGEST_LIST = 100_000;

    static Desired of(BookNow book, ClusterRound.Terms terms, PartsHeld held) {
        ReservationName names = terms.names();
        UnixUsers users = terms.users();
        NodeServers places = book.places();
        Window shown = new Window(book.now(), book.now() + terms.lead() + SHOWN_AHEAD);
        Desired desired = new Desired(new TreeMap<>(), new ArrayList<>(), new ArrayList<>(), new TreeMap<>());
        List<Reservation> waiting = new ArrayList<>();
        for (PoolId pool : places.pools()) {
            for (Reservation each : book.open(pool)) {
                if (!each.window().overlaps(shown)) {
                    continue;
                }
                if (each.isBound() || each.isRunning()) {
                    desired.add(each, book, terms, held);
                } else if (each.isWaiting()) {
                    waiting.add(each);
                }
            }
        }
        book.remnants().forEach(each -> desired.addWhatIsLeft(each, book, terms, held));
        book.displaced().forEach(each -> desired.addDisplaced(each, names, users));
        waiting.stream()
                .sorted((a, b) -> Long.compare(a.window().start(), b.window().start()))
                .limit(MOST_NOT_DUE)
                .forEach(each -> desired.notDue.add(mirrored(each, names, users, Mirrored.State.NOT_DUE, "")));
        return new Desired(
                Collections.unmodifiableSortedMap(desired.wanted),
                List.copyOf(desired.notDue),
                List.copyOf(desired.impossible),
                Collections.unmodifiableSortedMap(desired.broken));
    }

    /** Its owner goes on with the nodes that it kept. */
    private void addWhatIsLeft(BookNow.Remnant each, BookNow book, ClusterRound.Terms terms, PartsHeld held) {
        ReservationName names = terms.names();
        UnixUsers users = terms.users();
        Reservation lost = each.reservation();
        PoolId pool = lost.placement().pool();
        TreeSet<String> nodes = new TreeSet<>(book.places().nodes(pool, each.kept()));
        String name = names.of(lost.id());
        String user = users.of(lost.job().user());
        inside(lost.window())
                .filter(window -> window.end() > book.now() && !nodes.isEmpty() && UnixUsers.isOne(user))
                .ifPresent(window -> wanted.put(
                        name,
                        new Wanted(
                                name,
                                lost.id(),
                                nodes,
                                window,
                                user,
                                guests(lost.id(), book, terms),
                                parts(lost, book, held),
                                licences(lost, terms))));
        broken.put(
                name,
                new Mirrored(
                        name,
                        lost.id(),
                        user,
                        nodes,
                        lost.window(),
                        Mirrored.State.DEGRADED,
                        loss(lost, each.kept(), book.outages(pool), book.places())
                                + "; no other nodes are found for it",
                        true));
    }

    /** Which nodes it lost and why, such as {@code lost c4 (Slurm: down)}. */
    private static String loss(Reservation lost, ServerSet kept, List<Outage> outages, NodeServers places) {
        PoolId pool = lost.placement().pool();
        List<String> parts = new ArrayList<>();
        lost.placement().servers().stream()
                .filter(server -> !kept.contains(server))
                .forEach(server -> {
                    String causes = outages.stream()
                            .filter(outage -> outage.server() == server && !outage.isKeptFor(lost.id()))
                            .map(outage -> outage.isBlock() ? String.valueOf(outage.cause()) : "out of service")
                            .distinct()
                            .collect(Collectors.joining(", "));
                    String node = String.join(",", places.nodes(pool, ServerSet.of(server)));
                    parts.add(causes.isEmpty() ? node : node + " (" + causes + ")");
                });
        return parts.isEmpty() ? "there are not enough nodes for it any more" : "lost " + String.join(", ", parts);
    }

    /** Until its time is over: by then somebody has seen it. */
    private void addDisplaced(Past past, ReservationName names, UnixUsers users) {
        Reservation lost = past.reservation();
        broken.put(
                names.of(lost.id()),
                new Mirrored(
                        names.of(lost.id()),
                        lost.id(),
                        users.of(lost.job().user()),
                        new TreeSet<>(),
                        lost.window(),
                        Mirrored.State.DISPLACED,
                        "lost its nodes at %s, and no others were found by its deadline"
                                .formatted(Instant.ofEpochMilli(past.closed()).truncatedTo(ChronoUnit.SECONDS)),
                        true));
    }

    /** The Unix users of its guests, without those whom the cluster would not know: its owner shall not lose the nodes for that. */
    private static SortedSet<String> guests(ReservationId id, BookNow book, ClusterRound.Terms terms) {
        TreeSet<String> guests = new TreeSet<>();
        int length = 0;
        for (String account : new TreeSet<>(book.guests().getOrDefault(id, List.of()))) {
            String user = terms.users().of(account);
            if (UnixUsers.isOne(user) && terms.isKnown().test(user)) {
                length += user.length() + 1;
                if (length > LONGEST_LIST) {
                    break;
                }
                guests.add(user);
            }
        }
        return guests;
    }

    private void add(Reservation each, BookNow book, ClusterRound.Terms terms, PartsHeld held) {
        NodeServers places = book.places();
        ReservationName names = terms.names();
        UnixUsers users = terms.users();
        Optional<Window> window = inside(each.window());
        TreeSet<String> nodes = new TreeSet<>(
                places.nodes(each.placement().pool(), each.placement().servers()));
        String user = users.of(each.job().user());
        if (window.isEmpty() || window.get().end() <= book.now()) {
            // Less than a second, or less than one is left: nothing could run in it.
            return;
        }
        String fault = fault(each, nodes.size(), user);
        if (fault.isEmpty()) {
            String name = names.of(each.id());
            wanted.put(
                    name,
                    new Wanted(
                            name,
                            each.id(),
                            nodes,
                            window.get(),
                            user,
                            guests(each.id(), book, terms),
                            parts(each, book, held),
                            licences(each, terms)));
        } else {
            impossible.add(mirrored(each, names, users, Mirrored.State.BLOCKED, fault));
        }
    }

    /** Parts that it takes of each node, as the cluster calls them; empty for whole nodes. */
    private static SortedMap<String, Long> parts(Reservation each, BookNow book, PartsHeld held) {
        return Optional.ofNullable(book.pools().get(each.placement().pool()))
                .map(pool -> NodeParts.asked(pool, each.placement().taken().slice(), held))
                .orElseGet(TreeMap::new);
    }

    private static SortedMap<String, Long> licences(Reservation each, ClusterRound.Terms terms) {
        SortedMap<String, Long> licences =
                new TreeMap<>(each.placement().taken().licences().toMap());
        licences.keySet().retainAll(terms.licences());
        return licences;
    }

    private static String fault(Reservation each, int nodes, String user) {
        if (each.placement().taken().slice().share() != null) {
            return "it takes a share of a card, and a reservation of Slurm has whole cards";
        }
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
