package dev.berth.soak.slurm;

import dev.berth.engine.model.Window;
import dev.berth.sandbox.Sandbox;
import dev.berth.slurm.Census;
import dev.berth.slurm.ClusterJob;
import dev.berth.slurm.ClusterSilent;
import dev.berth.slurm.Kept;
import dev.berth.slurm.client.Slurm;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Measures how much of a cluster is used outside its reservations: without any, with Slurm's own made at the beginning, and
 * with Berth's, whose nodes are named at the lead time, and which may start early or not. All run at once, each on a Slurm of its own with the same stream of
 * jobs. {@code tools/slurm-gaps} runs it.
 */
public final class Gaps {
    private static final int NODES = 8;
    private static final int RESERVED = 2;
    /** Shorter than most limits of the jobs, and as long as the longest. */
    private static final Duration SHORT_LEAD = Duration.ofMinutes(1);

    private static final Duration LONG_LEAD = Duration.ofMinutes(4);
    /** Until the nodes are full. */
    private static final Duration BEFORE = Duration.ofSeconds(20);

    private Gaps() {}

    /**
     * Terms of one measurement.
     *
     * @param time for how long jobs come
     * @param length of each reservation
     * @param apart from the start of one reservation to that of the next
     */
    record Plan(Duration time, long seed, Duration length, Duration apart) {}

    /**
     * Result for one maker of reservations.
     *
     * @param used share of the node time outside reservations in which jobs ran
     * @param kept reservations that had all their nodes when they began, out of {@code due}
     */
    record Result(String name, double used, int jobs, int kept, int due) {
        String row() {
            return String.format(Locale.ROOT, "| %s | %.1f%% | %d | %d of %d |", name, 100 * used, jobs, kept, due);
        }
    }

    /** Counted once a second. */
    static final class Tally {
        private final Set<String> begun = new HashSet<>();
        private long usedSeconds;
        private long freeSeconds;

        void count(Census census) {
            Set<String> reserved = new HashSet<>();
            for (Kept kept : census.kept().values()) {
                if (kept.isActive(census.taken())) {
                    reserved.addAll(kept.nodes());
                    if (kept.nodes().size() == RESERVED) {
                        begun.add(kept.name());
                    }
                }
            }
            Set<String> used = new HashSet<>();
            census.jobs().stream().map(ClusterJob::nodes).forEach(used::addAll);
            used.removeAll(reserved);
            usedSeconds += used.size();
            freeSeconds += census.nodes().size() - reserved.size();
        }

        double used() {
            return (double) usedSeconds / freeSeconds;
        }
    }

    /**
     * Prints a table.
     *
     * @param arguments for how many minutes, the seed of the jobs, and the length of reservations and the time between their starts, both
     *     in minutes
     */
    public static void main(String[] arguments) {
        Plan plan = new Plan(
                Duration.ofMinutes(number(arguments, 0, 14)),
                number(arguments, 1, 1),
                Duration.ofMinutes(number(arguments, 2, 1)),
                Duration.ofMinutes(number(arguments, 3, 2)));
        System.out.printf(
                Locale.ROOT,
                "%d nodes, %d min, seed %d; %d nodes reserved for %d s every %d s%n%n",
                NODES,
                plan.time().toMinutes(),
                plan.seed(),
                RESERVED,
                plan.length().toSeconds(),
                plan.apart().toSeconds());
        List<CompletableFuture<Result>> results = List.of(
                start("none", plan, sandbox -> new Keeper.Nobody()),
                start("Slurm's own, made at the beginning", plan, Keeper.Operator::new),
                start(
                        "Berth's, named 1 minute ahead",
                        plan,
                        sandbox -> Keeper.Berth.of(sandbox, SHORT_LEAD, Duration.ZERO)),
                start(
                        "Berth's, named 4 minutes ahead",
                        plan,
                        sandbox -> Keeper.Berth.of(sandbox, LONG_LEAD, Duration.ZERO)),
                start(
                        "Berth's, named 4 minutes ahead, may start early",
                        plan,
                        sandbox -> Keeper.Berth.of(sandbox, LONG_LEAD, LONG_LEAD)));
        System.out.println("| reservations | used of what is not reserved | jobs started | kept |");
        System.out.println("|---|---|---|---|");
        results.forEach(result -> System.out.println(result.join().row()));
    }

    private static long number(String[] arguments, int index, long usual) {
        return arguments.length > index ? Long.parseLong(arguments[index]) : usual;
    }

    private static CompletableFuture<Result> start(String name, Plan plan, Function<Sandbox, Keeper> keeper) {
        CompletableFuture<Result> result = new CompletableFuture<>();
        Thread.ofPlatform().name(name).start(() -> {
            try (Sandbox sandbox = Sandbox.start(NODES);
                    Keeper maker = keeper.apply(sandbox)) {
                result.complete(run(name, sandbox, maker, plan));
            } catch (RuntimeException | ClusterSilent | InterruptedException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    static Result run(String name, Sandbox sandbox, Keeper keeper, Plan plan)
            throws ClusterSilent, InterruptedException {
        Slurm slurm = new Slurm(sandbox.environment(), System::currentTimeMillis);
        Stream stream = new Stream(sandbox, plan.seed());
        Tally tally = new Tally();
        long begin = System.currentTimeMillis();
        long end = begin + plan.time().toMillis();
        int due = 0;
        long first =
                Math.ceilDiv(begin, 1000L) * 1000 + LONG_LEAD.plus(plan.apart()).toMillis();
        for (long at = first;
                at + plan.length().toMillis() < end;
                at += plan.apart().toMillis()) {
            keeper.book(new Window(at, at + plan.length().toMillis()), RESERVED);
            due++;
        }
        for (long now = begin; now < end; now = System.currentTimeMillis()) {
            stream.fill();
            Census census = slurm.observe();
            if (now >= begin + BEFORE.toMillis()) {
                tally.count(census);
            }
            Thread.sleep(Math.max(0, now + 1000 - System.currentTimeMillis()));
        }
        return new Result(
                name, tally.used(), stream.started(), tally.begun.size(), keeper instanceof Keeper.Nobody ? 0 : due);
    }
}
