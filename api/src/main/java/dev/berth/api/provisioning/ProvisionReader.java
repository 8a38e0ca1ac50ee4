package dev.berth.api.provisioning;

import dev.berth.engine.model.Pool;
import dev.berth.provision.plan.SlotScheduler;
import dev.berth.provision.plan.SlotSchedulers;
import dev.berth.provision.search.Genetics;
import dev.berth.provision.search.ParetoSet;
import dev.berth.provision.search.Search;
import dev.berth.provision.search.SearchSettings;
import dev.berth.service.provision.ProvisionTerms;
import dev.berth.wire.Fields;
import dev.berth.wire.Times;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what somebody wants searched, and which of the plans found they choose. */
public final class ProvisionReader {
    private static final long TO_CHOOSE = Duration.ofMinutes(10).toMillis();
    /** Whole ones: a slot that begins a second later than another would be a plan of its own. */
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();

    private static final long LONGEST = Duration.ofMinutes(1).toMillis();
    private static final long FURTHEST = Duration.ofDays(3_650).toMillis();
    private static final long MOST_TRANSFER = Duration.ofDays(1).toMillis();
    private static final int MOST = 1_000;
    /** Most plans that a search may try: they are remembered until its end. */
    private static final long MOST_TRIED = 100_000;

    private ProvisionReader() {}

    static ProvisionTerms read(Fields fields, long now) {
        return read(fields, now, LONGEST, LONGEST);
    }

    /**
     * Reads it all, and refuses what is left over.
     *
     * @param usual how long it searches by default, in milliseconds
     * @param longest how long it may search
     */
    public static ProvisionTerms read(Fields fields, long now, long usual, long longest) {
        Long ready = fields.instantRoundedUp("ready");
        Long deadline = fields.instant("deadline");
        List<String> pools = fields.names("pools", 100);
        int servers = fields.whole("servers", 1, Pool.MOST_SERVERS, 1);
        Map<String, Integer> byKind = fields.wholesByName("serversByKind", 1, Pool.MOST_SERVERS);
        Long transfer = fields.duration("transfer");
        boolean wholeGaps = wholeGaps(fields);
        SlotScheduler scheduler = fields.parsed("scheduler", "", SlotSchedulers::named);
        Search search = fields.parsed("search", "", Search::get);
        int population = fields.whole("population", 2, MOST, 50);
        int iterations = fields.whole("iterations", 0, MOST, 50);
        int crossover = fields.whole("crossover", 1, Genetics.MOST_POINTS, Genetics.USUAL.points());
        double mutations = fields.has("mutation")
                ? fields.share("mutation", Genetics.MOST_MUTATIONS) / 1e6
                : Genetics.USUAL.mutations();
        int seed = fields.whole("seed", 0, Integer.MAX_VALUE, 1);
        Long limit = fields.positiveDuration("limit");
        long from = ready == null ? (now + TO_CHOOSE + MINUTE - 1) / MINUTE * MINUTE : ready;
        if (ready != null && (ready <= now || ready - now > FURTHEST)) {
            fields.fault("ready", "must be after now, with time to choose before it, within ten years");
        }
        if (deadline != null && deadline <= from) {
            fields.fault("deadline", "must be after ready (default: in ten minutes)");
        }
        if (transfer != null && (transfer < 0 || transfer > MOST_TRANSFER)) {
            fields.fault("transfer", "must be the time to transfer a gigabyte, from PT0S to P1D");
        }
        if (limit != null && limit > longest) {
            fields.fault("limit", "must be at most " + Times.duration(longest));
        }
        if (population * (iterations + 1L) > MOST_TRIED) {
            fields.fault(
                    "iterations",
                    "must be smaller with this population: at most %,d plans are tried".formatted(MOST_TRIED));
        }
        fields.closed().check();
        return new ProvisionTerms(
                from,
                deadline,
                pools,
                servers,
                byKind,
                transfer == null ? 0 : transfer,
                wholeGaps,
                scheduler == null ? SlotSchedulers.HEFT : scheduler,
                search == null ? Search.SEEDED : search,
                new SearchSettings(population, iterations, seed, Duration.ofMillis(limit == null ? usual : limit))
                        .with(new Genetics(crossover, mutations)));
    }

    /** How slots in gaps are sold. */
    private enum Gaps {
        WHOLE,
        PARTS
    }

    static boolean wholeGaps(Fields fields) {
        return fields.oneOf("gaps", Gaps.class) != Gaps.PARTS;
    }

    /** The place in the set of the plan that is chosen by its place or by an alpha. */
    static int choice(Fields fields, ParetoSet plans) {
        int last = plans.size() - 1;
        boolean byPlace = fields.has("point");
        int point = fields.whole("point", 0, Math.max(0, last), 0);
        @Nullable Integer alpha = fields.has("alpha") ? fields.share("alpha", 1) : null;
        if (byPlace == (alpha != null)) {
            fields.fault("point", "must be the position of a plan in points; give either point or alpha");
        }
        fields.closed().check();
        return alpha == null ? point : plans.candidates().indexOf(plans.choose(alpha / 1e6));
    }
}
