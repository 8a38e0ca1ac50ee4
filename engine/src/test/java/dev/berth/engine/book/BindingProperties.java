package dev.berth.engine.book;

import dev.berth.engine.model.Outage;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Reservation;
import dev.berth.engine.model.ReservationId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A bound reservation keeps its servers until it starts on them, unless its owner wants otherwise or one of them goes out. */
final class BindingProperties {
    private final String where;
    /** Cases that have occurred, so that a test can check that it covered them. */
    final Set<String> seen = new TreeSet<>();

    BindingProperties(String where) {
        this.where = where;
    }

    /** Looks at an event just before it is applied, with all that was decided with it. */
    void before(Event event, Command command, List<Event> decided, Book book) {
        switch (event) {
            case Event.Bound e when command instanceof Command.Settle settle -> settled(e, settle, decided, book);
            case Event.Bound e -> {
                Reservation before = book.reservation(e.reservation()).orElseThrow();
                check(
                        command instanceof Command.Bind bind
                                && before.isWaiting()
                                && before.placement().pool().equals(bind.pool())
                                && before.window().start() <= bind.until()
                                && e.servers().size() == before.placement().count(),
                        "bindSettlesOnlyWhatStartsByThen",
                        event);
            }
            case Event.Renamed e -> check(!isBound(e.reservation(), book), "boundIsNeverRenamed", event);
            case Event.Repacked e ->
                e.reservations().forEach(it -> check(!isBound(it.id(), book), "boundIsNeverRepacked", event));
            case Event.StartsEarly e when command instanceof Command.StartBound start -> startsEarly(e, start, book);
            case Event.StartsEarly e ->
                check(!isBound(e.reservation().id(), book), "boundNeverStartsEarlyByItself", event);
            case Event.Started e -> {
                if (isBound(e.reservation(), book)) {
                    seen.add("bound started");
                    check(e.servers().equals(servers(e.reservation(), book)), "boundStartsOnItsServers", event);
                }
            }
            case Event.Moved e -> e.reservations().forEach(after -> displaced(after.id(), "moved", decided, book));
            case Event.Degraded e -> displaced(e.reservation().id(), "degraded", decided, book);
            case Event.Changed e -> changed(e.reservation(), command, book);
            case Event.Closed e -> {
                if (isBound(e.reservation(), book)) {
                    seen.add("bound cancelled");
                    check(
                            e.cause() == Event.Cause.CANCELLED && isByItsOwner(command, e.reservation()),
                            "boundClosesOnlyForItsOwner",
                            event);
                }
            }
            default -> {}
        }
    }

    /** On its own servers, that nobody else has, or may be given, until it was to start. */
    private void startsEarly(Event.StartsEarly event, Command.StartBound start, Book book) {
        Reservation after = event.reservation();
        Reservation before = book.reservation(after.id()).orElseThrow();
        Window gained = new Window(
                after.window().start(),
                Math.min(before.window().start(), after.window().end()));
        seen.add("bound starts early");
        check(
                after.id().equals(start.reservation())
                        && before.isBound()
                        && after.isBound()
                        && after.placement().servers().equals(before.placement().servers()),
                "boundStartsEarlyOnlyOnItsServers",
                event);
        check(
                book.outages(after.placement().pool()).stream()
                        .noneMatch(outage -> outage.window().overlaps(gained)
                                && after.placement().servers().contains(outage.server())),
                "boundStartsEarlyOnlyOnServersInService",
                event);
        check(
                book.reservations().stream()
                        .filter(other -> !other.id().equals(after.id())
                                && other.placement()
                                        .pool()
                                        .equals(after.placement().pool())
                                && other.window().overlaps(gained))
                        .allMatch(other -> (other.isBound() || other.isRunning())
                                && other.placement().servers().stream()
                                        .noneMatch(after.placement().servers()::contains)),
                "boundStartsEarlyOnlyWhereNobodyIs",
                event);
    }

    /** On as many servers of one set, and nothing else happens but that others are named other servers. */
    private void settled(Event.Bound bound, Command.Settle settle, List<Event> decided, Book book) {
        Reservation before = book.reservation(bound.reservation()).orElseThrow();
        seen.add("settled");
        check(
                bound.reservation().equals(settle.reservation())
                        && before.isWaiting()
                        && bound.servers().size() == before.placement().count()
                        && settle.among().stream()
                                .anyMatch(set -> bound.servers().stream().allMatch(set::contains))
                        && decided.stream()
                                .allMatch(other -> other instanceof Event.Renamed
                                        || other instanceof Event.Repacked
                                        || other instanceof Event.Opportunistic
                                        || other.equals(bound)),
                "settleKeepsToOneSet_andMovesNobody",
                bound);
    }

    private static boolean isByItsOwner(Command command, ReservationId id) {
        return switch (command) {
            case Command.Cancel cancel -> cancel.reservation().equals(id);
            case Command.Decline decline -> decline.reservation().equals(id);
            case Command.Replace replace -> replace.old().contains(id);
            default -> false;
        };
    }

    private static boolean isBound(ReservationId id, Book book) {
        return book.reservation(id).filter(Reservation::isBound).isPresent();
    }

    private static ServerSet servers(ReservationId id, Book book) {
        return book.reservation(id).orElseThrow().placement().servers();
    }

    /** One of its servers is out by what was decided, at a time when it was to have it. */
    private void displaced(ReservationId id, String how, List<Event> decided, Book book) {
        if (!isBound(id, book)) {
            return;
        }
        seen.add("bound " + how);
        Reservation before = book.reservation(id).orElseThrow();
        boolean lost = decided.stream()
                .filter(Event.OutagePlanned.class::isInstance)
                .map(Event.OutagePlanned.class::cast)
                .anyMatch(planned -> planned.pool().equals(before.placement().pool())
                        && before.placement()
                                .servers()
                                .contains(planned.outage().server())
                        && planned.outage().window().overlaps(before.window()));
        check(lost, "boundMovesOnlyIfAServerGoesOut", before);
    }

    private void changed(Reservation after, Command command, Book book) {
        if (!isBound(after.id(), book)) {
            check(!after.isBound(), "nothingIsBoundByAChange", after);
            return;
        }
        Placement before = book.reservation(after.id()).orElseThrow().placement();
        if (command instanceof Command.JoinPools join) {
            seen.add("bound joined");
            check(SafetyProperties.isOnTheSameCards(before, after, join), "boundKeepsItsServers", after);
            return;
        }
        boolean byItsOwner = command instanceof Command.Change || command instanceof Command.Adjust;
        seen.add(after.isBound() ? "bound kept by a change" : "bound let go by a change");
        check(
                byItsOwner || (after.isBound() && after.placement().equals(before)),
                "boundChangesOnlyForItsOwner",
                after);
        check(
                !after.isBound()
                        || (after.window().start() == before.window().start()
                                && after.placement().servers().size()
                                        == after.placement().count()
                                && after.placement().servers().stream().allMatch(before.servers()::contains)),
                "boundKeepsItsServers",
                after);
    }

    /** Looks at the book after a command. */
    void after(Command command, Decision decision, Book book) {
        if (command instanceof Command.Bind bind && decision instanceof Decision.Accepted) {
            for (Reservation reservation : book.reservations()) {
                boolean isDue = reservation.placement().pool().equals(bind.pool())
                        && reservation.window().start() <= bind.until();
                check(!isDue || !reservation.isWaiting(), "bindSettlesAllThatStartsByThen", reservation);
            }
        }
        Map<PoolId, Map<ReservationId, ServerSet>> handouts = new HashMap<>();
        for (Reservation reservation : book.reservations()) {
            if (reservation.isBound()) {
                ServerSet servers = reservation.placement().servers();
                check(servers.size() == reservation.placement().count(), "boundHasAllItsServers", reservation);
                check(
                        servers.equals(
                                handouts.computeIfAbsent(reservation.placement().pool(), book::handout)
                                        .get(reservation.id())),
                        "boundIsShownItsServers",
                        reservation);
                for (Outage outage : book.outages(reservation.placement().pool())) {
                    check(
                            !outage.isWhole()
                                    || !servers.contains(outage.server())
                                    || !outage.window().overlaps(reservation.window()),
                            "boundIsNeverOutOfService",
                            reservation);
                }
            }
        }
    }

    private void check(boolean holds, String property, Object what) {
        if (!holds) {
            throw new AssertionError(property + ": " + where + ", " + what);
        }
    }
}
