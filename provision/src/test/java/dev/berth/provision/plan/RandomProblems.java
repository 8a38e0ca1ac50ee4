package dev.berth.provision.plan;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.provision.plan.SlotAvailability.Offered;
import dev.berth.provision.slot.Slot;
import dev.berth.provision.slot.UnitCost;
import dev.berth.workflow.model.Link;
import dev.berth.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/** Small problems of all kinds. */
public final class RandomProblems {
    private RandomProblems() {}

    public static Provisioning problem(Random random, int slots, int tasks) {
        int sites = 1 + random.nextInt(3);
        List<SlotSite> all = new ArrayList<>();
        Route[][] routes = new Route[sites][sites];
        for (int site = 0; site < sites; site++) {
            all.add(new SlotSite("s" + site, Rate.of(List.of("1", "0.5", "0.7").get(random.nextInt(3)))));
            for (int to = 0; to < sites; to++) {
                routes[site][to] = new Route(random.nextInt(3), new Link(1, 1 + random.nextInt(3)));
            }
        }
        List<Offered> offered = new ArrayList<>();
        boolean overheads = random.nextBoolean();
        for (int slot = 0; slot < slots; slot++) {
            int kind = random.nextInt(3);
            offered.add(new Offered(
                    random.nextInt(sites),
                    new Slot(
                            5 + random.nextInt(40),
                            1 + random.nextInt(4),
                            5 + random.nextInt(40),
                            new UnitCost(Money.of(Integer.toString(1 + random.nextInt(3))), 1 + random.nextInt(2)),
                            Money.of(overheads ? Integer.toString(random.nextInt(8)) : "0"),
                            kind > 0,
                            kind > 1)));
        }
        return new Provisioning(workflow(random, tasks), new SlotAvailability(all, routes, offered), 5);
    }

    private static ParallelWorkflow workflow(Random random, int tasks) {
        Workflow.Builder builder = Workflow.builder("random");
        int[] servers = new int[tasks];
        for (int task = 0; task < tasks; task++) {
            builder.task("t" + task, "", random.nextInt(8));
            servers[task] = 1 + random.nextInt(random.nextBoolean() ? 1 : 5);
            for (int before = 0; before < task; before++) {
                if (random.nextInt(tasks) < 2) {
                    builder.edge("t" + before, "t" + task, random.nextInt(6));
                }
            }
        }
        return new ParallelWorkflow(builder.build(), servers);
    }

    public static BitSet subset(Random random, int slots) {
        BitSet chosen = new BitSet();
        int percent = random.nextInt(101);
        for (int slot = 0; slot < slots; slot++) {
            if (random.nextInt(100) < percent) {
                chosen.set(slot);
            }
        }
        return chosen;
    }
}
