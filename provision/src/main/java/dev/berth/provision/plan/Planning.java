package dev.berth.provision.plan;

import dev.berth.engine.model.Money;
import dev.berth.provision.plan.ProvisionPlan.Purchase;
import dev.berth.provision.plan.ProvisionPlan.Scheduled;
import dev.berth.provision.plan.ProvisionPlan.Share;
import dev.berth.provision.slot.Allocation;
import dev.berth.provision.slot.Slot;
import dev.berth.workflow.model.Cancelled;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/** From chosen slots to what they cost and how long the workflow takes on them. For any number of threads. */
public record Planning(Provisioning problem, SlotScheduler scheduler) {
    /** Cost and makespan, without the plan. */
    public Outcome outcome(BitSet chosen) {
        return outcome(chosen, () -> false);
    }

    /**
     * Cost and makespan, without the plan.
     *
     * @param cancelled asked before each task: a large workflow on many slots takes seconds
     * @throws Cancelled once it is
     */
    public Outcome outcome(BitSet chosen, BooleanSupplier cancelled) {
        SlotDraft draft = new SlotDraft(problem, chosen, cancelled);
        if (!scheduler.fill(draft)) {
            return Outcome.INFEASIBLE;
        }
        long[] busy = new long[problem.availability().size()];
        BitSet used = new BitSet(busy.length);
        for (int task = 0; task < draft.shares.length; task++) {
            int[] shares = draft.shares[task];
            long time = draft.ends[task] - draft.starts[task];
            for (int k = 0; k < shares.length; k += 2) {
                busy[shares[k]] += time * shares[k + 1];
                used.set(shares[k]);
            }
        }
        long cost = 0;
        long unused = 0;
        boolean cut = false;
        for (int index = chosen.nextSetBit(0); index >= 0; index = chosen.nextSetBit(index + 1)) {
            Slot slot = problem.availability().slot(index);
            if (!slot.divisible()) {
                long whole =
                        slot.cost((long) slot.servers() * slot.duration(), 1).millionths();
                cost += used.get(index) ? whole : 0;
                unused += used.get(index) ? 0 : whole;
            } else if (slot.fixedCost().millionths() == 0 && !slot.unitCost().dependsOnStart()) {
                cost += slot.cost(busy[index], 0).millionths();
            } else {
                cut |= used.get(index);
            }
        }
        if (cut) {
            // The number of allocations, or their starts, matter: they must be known.
            cost = cost(purchases(draft, used));
        }
        return new Outcome(draft.makespan(), new Money(cost), new Money(unused), used);
    }

    /** The plan on chosen slots; empty if the workflow cannot be scheduled on them. Slots without a task are left out. */
    public Optional<ProvisionPlan> plan(BitSet chosen) {
        SlotDraft draft = new SlotDraft(problem, chosen, () -> false);
        if (!scheduler.fill(draft)) {
            return Optional.empty();
        }
        List<Scheduled> tasks = new ArrayList<>();
        BitSet used = new BitSet();
        for (int task = 0; task < draft.shares.length; task++) {
            List<Share> shares = new ArrayList<>();
            for (int k = 0; k < draft.shares[task].length; k += 2) {
                shares.add(new Share(draft.shares[task][k], draft.shares[task][k + 1]));
                used.set(draft.shares[task][k]);
            }
            tasks.add(new Scheduled(draft.sites[task], draft.starts[task], draft.ends[task], shares));
        }
        List<Purchase> purchases = purchases(draft, used);
        return Optional.of(new ProvisionPlan(tasks, purchases, draft.makespan(), new Money(cost(purchases))));
    }

    private List<Purchase> purchases(SlotDraft draft, BitSet used) {
        TreeMap<Integer, List<Cutting.Use>> uses = new TreeMap<>();
        used.stream().forEach(slot -> uses.put(slot, new ArrayList<>()));
        for (int task = 0; task < draft.shares.length; task++) {
            int[] shares = draft.shares[task];
            for (int k = 0; k < shares.length; k += 2) {
                uses.computeIfAbsent(shares[k], slot -> new ArrayList<>())
                        .add(new Cutting.Use(draft.starts[task], draft.ends[task], shares[k + 1]));
            }
        }
        List<Purchase> purchases = new ArrayList<>();
        uses.forEach((index, of) -> {
            Slot slot = problem.availability().slot(index);
            List<Allocation> parts = slot.divisible() ? Cutting.cut(slot, of) : List.of(Allocation.whole(slot));
            parts.forEach(part -> purchases.add(new Purchase(index, part)));
        });
        return purchases;
    }

    /** Slot by slot, so that each is rounded once. */
    private long cost(List<Purchase> purchases) {
        TreeMap<Integer, List<Allocation>> bySlot = new TreeMap<>();
        for (Purchase purchase : purchases) {
            bySlot.computeIfAbsent(purchase.slot(), slot -> new ArrayList<>()).add(purchase.allocation());
        }
        long[] sum = {0};
        bySlot.forEach(
                (slot, parts) -> sum[0] += Cutting.cost(problem.availability().slot(slot), parts));
        return sum[0];
    }
}
