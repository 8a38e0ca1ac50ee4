package dev.berth.service.loss;

import dev.berth.engine.model.Outage;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.service.booking.PoolUnits;
import dev.berth.service.hosts.ServerNames;
import dev.berth.site.View;
import dev.berth.wire.Times;
import dev.berth.words.Phrase;
import dev.berth.words.Unit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Outages of one pool in words for people, such as {@code gpu 2 failed} or {@code node c4 is down (Slurm)}. */
record OutageWords(View view, PoolId pool) {
    /** More servers, and more reasons, are counted. */
    private static final int MOST_NAMED = 8;

    private static final int MOST_REASONS = 4;

    /** Cause of a block by a cluster, which begins with the name of the cluster. */
    private static final Pattern BY_CLUSTER = Pattern.compile("([A-Za-z][\\w-]*): (.+)");

    private static final Pattern RESERVED = Pattern.compile("reservation (.+)");
    private static final Pattern JOB = Pattern.compile("job (.+)");

    /** Predicate of a sentence about one server, and about several. */
    private record Said(Phrase ofOne, Phrase ofSeveral) {
        static Said of(Phrase verbAndRest) {
            return new Said(Phrase.of("is %s", verbAndRest), Phrase.of("are %s", verbAndRest));
        }

        static Said of(String verbAndRest) {
            return of(Phrase.text(verbAndRest));
        }

        Said with(Phrase more) {
            return new Said(ofOne.and("", more), ofSeveral.and("", more));
        }
    }

    Phrase text(Collection<Outage> outages) {
        Map<Said, TreeSet<Integer>> reasons = new LinkedHashMap<>();
        outages.forEach(outage ->
                reasons.computeIfAbsent(said(outage), any -> new TreeSet<>()).add(outage.server()));
        Phrase first = Phrase.joined(
                ", ",
                reasons.entrySet().stream()
                        .limit(MOST_REASONS)
                        .map(reason -> sentence(reason.getKey(), reason.getValue()))
                        .toList());
        int more = reasons.size() - MOST_REASONS;
        return more > 0 ? Phrase.of("%s, and %d more reasons", first, more) : first;
    }

    private Phrase sentence(Said said, TreeSet<Integer> servers) {
        Unit unit = PoolUnits.of(view, pool);
        List<String> names = names(servers);
        if (names.size() == 1) {
            return Phrase.of("%s %s %s", unit.name(), names.getFirst(), said.ofOne());
        }
        boolean isMany = names.size() > MOST_NAMED;
        List<String> listed = names.subList(0, isMany ? MOST_NAMED : names.size() - 1);
        String last = isMany ? (names.size() - MOST_NAMED) + " more" : names.getLast();
        return Phrase.of("%s %s and %s %s", unit.plural(), String.join(", ", listed), last, said.ofSeveral());
    }

    /** The names of servers, or their numbers where they have none. */
    List<String> names(Collection<Integer> servers) {
        return ServerNames.of(view)
                .names(
                        pool,
                        ServerSet.of(
                                servers.stream().mapToInt(Integer::intValue).toArray()));
    }

    private Said said(Outage outage) {
        if (outage.isFailure()) {
            return failed(outage);
        }
        String cause = outage.cause();
        return (cause == null ? Said.of("out of service") : blocked(cause)).with(when(outage.window()));
    }

    /** A failure begins when it is reported; one that began before goes on longer than was expected. */
    private Said failed(Outage outage) {
        Long repair = outage.repair();
        return outage.window().start() < view.now() && repair != null && repair < Window.FOREVER
                ? Said.of(Phrase.of("still out; the repair was expected by %s", Phrase.time(repair)))
                : new Said(Phrase.text("failed"), Phrase.text("failed"));
    }

    private static Said blocked(String cause) {
        Matcher cluster = BY_CLUSTER.matcher(cause);
        if (!cluster.matches()) {
            return Said.of("blocked by " + cause);
        }
        String name = cluster.group(1);
        String reason = cluster.group(2);
        Matcher reserved = RESERVED.matcher(reason);
        if (reserved.matches()) {
            return Said.of("reserved in " + name + " as " + reserved.group(1));
        }
        Matcher job = JOB.matcher(reason);
        return job.matches()
                ? Said.of("used by job " + job.group(1) + " of " + name)
                : Said.of(reason + " (" + name + ")");
    }

    private Phrase when(Window window) {
        Phrase from =
                window.start() > view.now() ? Phrase.of(" from %s", Phrase.time(window.start())) : Phrase.text("");
        return Times.isEndless(window.end()) ? from : from.and(" until ", Phrase.of("%s", Phrase.time(window.end())));
    }
}
