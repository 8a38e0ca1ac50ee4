package dev.berth.service.workflow;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.ServerSet;
import dev.berth.engine.model.Window;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Workflow;
import dev.berth.workflow.read.ReadWorkflow;
import dev.berth.workflow.schedule.Schedulers;
import dev.berth.workflow.spare.SparePolicies;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Random books that hold reservations of others, random workflows, and random terms. */
public final class RandomSite {
    private static final String[] RATES = {"1", "0.5", "0.8", "0.25"};

    public final SplittableRandom random;
    public final Book book = new Book("level");

    public RandomSite(long seed) {
        random = new SplittableRandom(seed);
        int pools = 1 + random.nextInt(3);
        for (int pool = 0; pool < pools; pool++) {
            book.submit(new Command.AddPool(new Pool("p" + pool, 1 + random.nextInt(4), RATES[random.nextInt(4)])));
        }
        int others = random.nextInt(25);
        for (int other = 0; other < others; other++) {
            long start = random.nextInt(600);
            book.submit(new Command.Reserve(Job.exactly(
                            "other" + other, new Window(start, start + 1 + random.nextInt(120)), 1 + random.nextInt(2))
                    .requiring(Requirements.pool("p" + random.nextInt(pools)))));
        }
    }

    /** Takes some servers out of service for a while, as far as reservations allow. */
    public void drainSome() {
        for (Pool pool : book.pools()) {
            for (int drain = 0; drain < 2; drain++) {
                long start = random.nextInt(600);
                book.submit(new Command.Drain(
                        pool.id(),
                        ServerSet.of(random.nextInt(pool.servers())),
                        new Window(start, start + 1 + random.nextInt(100)),
                        false));
            }
        }
    }

    /** Some tasks take no time. */
    public ReadWorkflow workflow() {
        Workflow.Builder builder = Workflow.builder("random");
        int tasks = 1 + random.nextInt(12);
        for (int task = 0; task < tasks; task++) {
            builder.task("t" + task, "", random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(60));
        }
        for (int to = 1; to < tasks; to++) {
            for (int from = 0; from < to; from++) {
                if (random.nextInt(tasks) < 2) {
                    builder.edge("t" + from, "t" + to, random.nextInt(3) * Link.GIGABYTE);
                }
            }
        }
        return new ReadWorkflow(builder.build(), Map.of(), ReadWorkflow.Format.NATIVE, List.of());
    }

    public PlanTerms terms() {
        List<String> spare = new ArrayList<>(SparePolicies.names());
        spare.remove("dag_reserve");
        return new PlanTerms(
                random.nextInt(50),
                100 + random.nextInt(1500),
                List.copyOf(Schedulers.names())
                        .get(random.nextInt(Schedulers.names().size())),
                spare.get(random.nextInt(spare.size())),
                List.of(),
                random.nextInt(2) * random.nextLong(10),
                random.nextInt(2) * random.nextLong(5));
    }
}
