package dev.berth.lab.experiment.slices;

import dev.berth.engine.model.Job;
import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Share;
import dev.berth.engine.model.Slice;
import dev.berth.engine.model.Work;
import dev.berth.lab.workload.gpu.GpuRequest;
import dev.berth.lab.workload.gpu.SliceJobs;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A way in which hosts are booked.
 *
 * @param name as reports show it
 * @param policy as the book knows it
 * @param unit what is booked of a host
 */
record SlicesWay(String name, String policy, Unit unit) {
    /** Slice that a job takes. */
    enum Unit {
        /** A whole host, however little of it is needed. */
        HOST,
        /** Whole cards; each host is a pool of its own, and nobody counts its cores and memory. */
        CARD,
        /** Parts of a host. */
        PART,
        /** Parts of one host that is as large as all of them, whose cards can be cut at will. */
        GIANT
    }

    static final SlicesWay WHOLE_HOSTS = new SlicesWay("whole hosts", "prompt", Unit.HOST);
    static final SlicesWay WHOLE_CARDS = new SlicesWay("whole cards, a pool for each host", "prompt", Unit.CARD);
    static final SlicesWay EARLIEST_FIRST = parts("earliest, first host", "earliest/first-fit/no-clearing");
    static final SlicesWay EARLIEST_BEST = parts("earliest, best fit", "earliest/best-fit/no-clearing");
    static final SlicesWay EARLIEST_FGD = parts("earliest, FGD", "earliest/fgd/no-clearing");
    static final SlicesWay LEVEL_FIRST = parts("level, first host", "level/first-fit/no-clearing");
    static final SlicesWay LEVEL_BEST = parts("level, best fit", "level/best-fit/no-clearing");
    static final SlicesWay LEVEL_FGD = parts("level, FGD", "level/fgd/no-clearing");
    static final SlicesWay CLEARED_FIRST = parts("level, first host, hosts cleared", "level/first-fit");
    static final SlicesWay CLEARED_BEST = parts("level, best fit, hosts cleared", "level/best-fit");
    static final SlicesWay CLEARED_FGD = parts("level, FGD, hosts cleared", "level/fgd");
    static final SlicesWay IN_TURN = parts("in turn", "prompt/in-turn/no-clearing");
    static final SlicesWay DEFAULT = parts("in turn, hosts cleared (default)", "prompt");
    static final SlicesWay GIANT_EARLIEST = new SlicesWay("one giant host, earliest", "earliest", Unit.GIANT);
    static final SlicesWay GIANT = new SlicesWay("one giant host, level", "level", Unit.GIANT);

    static final List<SlicesWay> ALL = List.of(
            WHOLE_HOSTS,
            WHOLE_CARDS,
            EARLIEST_FIRST,
            EARLIEST_BEST,
            EARLIEST_FGD,
            LEVEL_FIRST,
            LEVEL_BEST,
            LEVEL_FGD,
            CLEARED_FIRST,
            CLEARED_BEST,
            CLEARED_FGD,
            IN_TURN,
            DEFAULT,
            GIANT_EARLIEST,
            GIANT);

    /** The rules that were published, with and without what is ours beside them. */
    static final List<SlicesWay> BEST_FIT = List.of(EARLIEST_BEST, LEVEL_BEST, CLEARED_BEST);

    static final List<SlicesWay> FGD = List.of(EARLIEST_FGD, LEVEL_FGD, CLEARED_FGD);

    private static SlicesWay parts(String name, String policy) {
        return new SlicesWay(name, policy, Unit.PART);
    }

    List<Pool> pools(int hosts) {
        return switch (unit) {
            case HOST -> List.of(new Pool("hosts", hosts, "1"));
            case CARD ->
                IntStream.range(0, hosts)
                        .mapToObj(host -> new Pool("host" + host, SliceJobs.CARDS, "1"))
                        .toList();
            case PART ->
                List.of(new Pool("hosts", hosts, "1")
                        .withParts(GpuRequest.host(SliceJobs.CORES, SliceJobs.MEMORY, SliceJobs.CARDS)));
            case GIANT ->
                List.of(new Pool("giant", 1, "1")
                        .withParts(Parts.of(
                                Part.amount(GpuRequest.CARDS, (long) hosts * SliceJobs.CARDS * Share.WHOLE),
                                Part.amount(GpuRequest.CORES, (long) hosts * SliceJobs.CORES),
                                Part.amount(GpuRequest.MEMORY, (long) hosts * SliceJobs.MEMORY))));
        };
    }

    Job job(SliceJobs.Sliced sliced) {
        return switch (unit) {
            case HOST -> sliced.job(Requirements.NONE);
            case CARD ->
                sliced.job(Requirements.NONE)
                        .shaped(new Shape.Rigid(Math.max(1, sliced.request().cards()), new Work(sliced.length())));
            case PART -> sliced.job(Requirements.slice(sliced.request().slice()));
            case GIANT -> sliced.job(Requirements.slice(Slice.of(amounts(sliced.request()))));
        };
    }

    private static Map<String, Long> amounts(GpuRequest request) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        amounts.put(GpuRequest.CARDS, (long) request.cardThousandths());
        amounts.put(GpuRequest.CORES, (long) request.cores());
        amounts.put(GpuRequest.MEMORY, (long) request.memory());
        amounts.values().removeIf(amount -> amount == 0);
        return amounts;
    }
}
