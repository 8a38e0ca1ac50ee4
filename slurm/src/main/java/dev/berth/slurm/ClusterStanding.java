package dev.berth.slurm;

import dev.berth.engine.model.Window;
import dev.berth.wire.Names;
import dev.berth.wire.NodeRanges;
import dev.berth.wire.ReservationName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts together how book and cluster stand after a round, and says aloud when a promise is in danger. */
final class ClusterStanding {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterStanding.class);

    /** Most warnings in one round; a cluster that is gone would fill the log. */
    private static final int MOST_WARNINGS = 5;

    private final ClusterSettings settings;
    private final ReservationName names;

    /** Names of reservations that the cluster was seen to keep: one that is missing later was lost. */
    private final Set<String> seen = new HashSet<>();

    private final Set<String> warned = new HashSet<>();

    /**
     * A round that has ended.
     *
     * @param book as it was told last
     * @param round for this book and this census
     * @param outcomes of what was tried
     */
    record Ended(
            Census census,
            BookNow book,
            ClusterRound round,
            Map<Action, ActionOutcome> outcomes,
            List<Braked> brakes,
            List<String> faults,
            Duration took) {
        Desired desired() {
            return round.desired();
        }

        Difference difference() {
            return round.difference();
        }

        long now() {
            return book.taken();
        }
    }

    ClusterStanding(ClusterSettings settings, ReservationName names) {
        this.settings = settings;
        this.names = names;
    }

    /** Nobody knows how it stands now; what was known stays, and what is due soon is in danger. */
    ClusterStatus silent(ClusterStatus before, String why, long now) {
        List<Mirrored> mirrored = before.mirrored().stream()
                .map(each -> switch (each.state()) {
                    case PRESENT, ACTIVE, LEAVING, DEGRADED, DISPLACED -> each;
                    case NOT_DUE, WANTED, DRIFTED, LOST, BLOCKED -> withDanger(each, isSoon(each.window(), now));
                })
                .toList();
        warn(mirrored);
        return new ClusterStatus(
                settings.mode(),
                before.round() + 1,
                before.census(),
                Optional.of(why),
                before.took(),
                mirrored,
                before.foreign(),
                before.troubled(),
                before.brakes(),
                before.faults(),
                before.planned(),
                before.actions(),
                before.refusals());
    }

    ClusterStatus after(Ended round, ClusterStatus before) {
        List<Mirrored> mirrored = new ArrayList<>(round.desired().impossible());
        Map<String, ActionOutcome> outcomes = new HashMap<>();
        round.outcomes().forEach((action, outcome) -> {
            if (!(outcomes.get(action.name()) instanceof ActionOutcome.Refused)) {
                outcomes.put(action.name(), outcome);
            }
        });
        for (Wanted wanted : round.desired().wanted().values()) {
            if (!round.desired().broken().containsKey(wanted.name())) {
                mirrored.add(mirrored(wanted, round, outcomes.get(wanted.name())));
            }
        }
        mirrored.addAll(round.desired().broken().values());
        mirrored.addAll(leaving(round));
        mirrored.addAll(round.desired().notDue());
        mirrored.sort(Comparator.<Mirrored>comparingLong(each -> each.window().start())
                .thenComparing(Mirrored::reservation));
        remember(round, outcomes);
        warn(mirrored);
        return new ClusterStatus(
                settings.mode(),
                before.round() + 1,
                Optional.of(round.census().taken()),
                Optional.empty(),
                round.took().toMillis(),
                mirrored,
                foreign(round),
                round.census().nodes().values().stream()
                        .filter(node -> node.condition() != ClusterNode.Condition.UP
                                && round.book().places().of(node.name()).isPresent())
                        .toList(),
                round.brakes(),
                round.faults(),
                settings.mode() == ClusterSettings.Mode.WATCH
                        ? round.difference().actions().stream()
                                .map(ClusterStanding::words)
                                .toList()
                        : List.of(),
                before.actions()
                        + round.outcomes().values().stream()
                                .filter(ActionOutcome.Done.class::isInstance)
                                .count(),
                before.refusals()
                        + round.outcomes().values().stream()
                                .filter(ActionOutcome.Refused.class::isInstance)
                                .count());
    }

    private Mirrored mirrored(Wanted wanted, Ended round, @Nullable ActionOutcome outcome) {
        Kept kept = round.census().kept().get(wanted.name());
        boolean begun = wanted.window().start() <= round.now();
        Mirrored.State right = begun ? Mirrored.State.ACTIVE : Mirrored.State.PRESENT;
        if (kept != null && Difference.isSame(kept, wanted, round.now())) {
            return of(wanted, right, "", false);
        }
        Mirrored.State wrong = kept != null
                ? Mirrored.State.DRIFTED
                : seen.contains(wanted.name()) ? Mirrored.State.LOST : Mirrored.State.WANTED;
        if (outcome instanceof ActionOutcome.Done) {
            return of(
                    wanted,
                    right,
                    switch (wrong) {
                        case DRIFTED -> "it differed and was put right";
                        case LOST -> "the cluster had lost it; it was made again";
                        default -> "";
                    },
                    false);
        }
        boolean soon = isSoon(wanted.window(), round.now());
        String obstacle = round.difference().waiting().get(wanted.name());
        if (obstacle != null) {
            return of(wanted, Mirrored.State.BLOCKED, obstacle, soon);
        }
        return switch (outcome) {
            case ActionOutcome.Refused refused -> of(wanted, Mirrored.State.BLOCKED, why(wanted, refused), soon);
            case ActionOutcome.Unknown unknown -> of(wanted, wrong, unknown.words(), soon);
            // Done and read back is said above.
            case ActionOutcome.Done done -> of(wanted, wrong, "", soon);
            case null -> of(wanted, wrong, "", soon);
        };
    }

    private static String why(Wanted wanted, ActionOutcome.Refused refused) {
        return switch (refused.why()) {
            case UNKNOWN_USER ->
                "Slurm knows no user %s, or does not let the service make reservations; name the right user under unixUsers in site.yaml, or make the service an operator of Slurm"
                        .formatted(wanted.user());
            case NOT_ALLOWED -> "the service may not do that in Slurm: " + refused.words();
            case BUSY -> "a job runs there beyond the start: " + refused.words();
            case OVERLAP -> "another reservation has one of its nodes: " + refused.words();
            case NO_LICENCES ->
                "Slurm does not reserve its licences (%s); its nodes are reserved: %s"
                        .formatted(wanted.licences(), refused.words());
            case IN_USE, UNKNOWN_NODE, BAD_TIME, GONE, EXISTS, SHORT, OTHER -> refused.words();
        };
    }

    /** Reservations that are over in the book and still in the cluster. */
    private List<Mirrored> leaving(Ended round) {
        List<Mirrored> leaving = new ArrayList<>();
        for (Kept kept : round.census().kept().values()) {
            names.read(kept.name())
                    .filter(id -> !round.desired().wanted().containsKey(kept.name())
                            && !round.desired().broken().containsKey(kept.name()))
                    .ifPresent(id -> leaving.add(new Mirrored(
                            kept.name(),
                            id,
                            String.join(",", new TreeSet<>(kept.users())),
                            kept.nodes(),
                            kept.window(),
                            Mirrored.State.LEAVING,
                            round.difference().staying().getOrDefault(kept.name(), ""),
                            false)));
        }
        return leaving;
    }

    private List<Kept> foreign(Ended round) {
        return round.census().kept().values().stream()
                .filter(kept -> names.read(kept.name()).isEmpty()
                        && kept.nodes().stream()
                                .anyMatch(node -> round.book().places().of(node).isPresent()))
                .sorted(Comparator.comparingLong(kept -> kept.window().start()))
                .toList();
    }

    private void remember(Ended round, Map<String, ActionOutcome> outcomes) {
        seen.retainAll(round.desired().wanted().keySet());
        for (String name : round.desired().wanted().keySet()) {
            if (round.census().kept().containsKey(name) || outcomes.get(name) instanceof ActionOutcome.Done) {
                seen.add(name);
            }
        }
    }

    /** Half of the lead is left to do something. */
    private boolean isSoon(Window window, long now) {
        return window.start() - now <= settings.lead().toMillis() / 2;
    }

    /** Each once, for as long as it lasts. */
    private void warn(List<Mirrored> mirrored) {
        List<Mirrored> inDanger = mirrored.stream().filter(Mirrored::inDanger).toList();
        List<Mirrored> news =
                inDanger.stream().filter(each -> warned.add(each.name())).toList();
        for (Mirrored each : news.subList(0, Math.min(MOST_WARNINGS, news.size()))) {
            LOG.atWarn()
                    .addKeyValue("reservation", each.reservation())
                    .addKeyValue("user", each.user())
                    .addKeyValue("nodes", NodeRanges.folded(each.nodes()))
                    .addKeyValue("start", Instant.ofEpochMilli(each.window().start()))
                    .addKeyValue("state", Names.of(each.state()))
                    .log(
                            "The cluster does not keep a reservation as it was promised: {}",
                            each.why().isEmpty() ? "not made yet" : each.why());
        }
        if (news.size() > MOST_WARNINGS) {
            LOG.warn(
                    "The cluster does not keep {} more reservations as they were promised; berth cluster status shows them all",
                    news.size() - MOST_WARNINGS);
        }
        warned.retainAll(inDanger.stream().map(Mirrored::name).toList());
    }

    private static Mirrored of(Wanted wanted, Mirrored.State state, String why, boolean inDanger) {
        return new Mirrored(
                wanted.name(),
                wanted.reservation(),
                wanted.user(),
                wanted.nodes(),
                wanted.window(),
                state,
                why,
                inDanger);
    }

    private static Mirrored withDanger(Mirrored each, boolean inDanger) {
        return new Mirrored(
                each.name(),
                each.reservation(),
                each.user(),
                each.nodes(),
                each.window(),
                each.state(),
                each.why(),
                inDanger);
    }

    /** Description of an action in words. */
    static String words(Action action) {
        return switch (action) {
            case Action.Create create ->
                "create %s on %s from %s to %s for %s"
                        .formatted(
                                create.name(),
                                String.join(",", create.wanted().nodes()),
                                Instant.ofEpochMilli(create.wanted().window().start()),
                                Instant.ofEpochMilli(create.wanted().window().end()),
                                create.wanted().user());
            case Action.Update update ->
                "change %s to %s from %s to %s for %s"
                        .formatted(
                                update.name(),
                                String.join(",", update.to().nodes()),
                                Instant.ofEpochMilli(update.to().window().start()),
                                Instant.ofEpochMilli(update.to().window().end()),
                                update.to().user());
            case Action.Delete delete -> "delete " + delete.name();
            case Action.End end -> "end %s at %s".formatted(end.name(), Instant.ofEpochMilli(end.at()));
        };
    }
}
