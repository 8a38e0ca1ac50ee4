package dev.berth.provision.plan;

import dev.berth.engine.model.Money;
import dev.berth.engine.model.Work;
import dev.berth.provision.plan.ProvisionPlan.Purchase;
import dev.berth.provision.plan.ProvisionPlan.Scheduled;
import dev.berth.provision.plan.ProvisionPlan.Share;
import dev.berth.provision.slot.Slot;
import dev.berth.workflow.model.Edge;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Looks a plan over from scratch, by the words of the paper rather than by the way it was made. */
public final class ProvisionPlanCheck {
    private final Provisioning problem;
    private final ProvisionPlan plan;
    private final List<String> problems = new ArrayList<>();

    private ProvisionPlanCheck(Provisioning problem, ProvisionPlan plan) {
        this.problem = problem;
        this.plan = plan;
    }

    /** Problems of the plan, one sentence each; empty if it is valid. */
    public static List<String> problems(Provisioning problem, ProvisionPlan plan) {
        ProvisionPlanCheck check = new ProvisionPlanCheck(problem, plan);
        if (plan.tasks().size() != problem.workflow().size()) {
            return List.of("the plan has " + plan.tasks().size() + " tasks, the workflow "
                    + problem.workflow().size());
        }
        for (int task = 0; task < plan.tasks().size(); task++) {
            check.task(task);
        }
        problem.workflow().edges().forEach(check::edge);
        for (int slot = 0; slot < problem.availability().size(); slot++) {
            check.slot(slot);
        }
        check.sums();
        return List.copyOf(check.problems);
    }

    private void task(int index) {
        Scheduled task = plan.tasks().get(index);
        String name = "task " + problem.workflow().task(index).id();
        long work = problem.workflow().task(index).work();
        long time = work == 0
                ? 0
                : problem.availability().sites().get(task.site()).rate().duration(new Work(work));
        expect(task.end() - task.start() == time, name + " runs " + (task.end() - task.start()) + ", not " + time);
        expect(task.start() >= problem.now(), name + " starts before it was handed in");
        int servers = task.shares().stream().mapToInt(Share::servers).sum();
        expect(
                servers == problem.application().servers(index),
                name + " has " + servers + " servers, not "
                        + problem.application().servers(index));
        for (Share share : task.shares()) {
            Slot slot = problem.availability().slot(share.slot());
            expect(problem.availability().site(share.slot()) == task.site(), name + " is at two sites");
            expect(task.start() >= slot.start(), name + " starts before slot " + share.slot());
            expect(slot.extensible() || task.end() <= slot.end(), name + " ends after slot " + share.slot());
        }
    }

    private void edge(Edge edge) {
        Scheduled from = plan.tasks().get(edge.from());
        Scheduled to = plan.tasks().get(edge.to());
        long transfer = problem.availability().transfer(edge.data(), from.site(), to.site());
        expect(
                to.start() >= from.end() + transfer,
                "task " + problem.workflow().task(edge.to()).id() + " starts at " + to.start()
                        + ", before its data from "
                        + problem.workflow().task(edge.from()).id());
    }

    /** At no moment more servers busy than allocated, nor more allocated than there are. */
    private void slot(int slot) {
        TreeMap<Long, Integer> busy = new TreeMap<>();
        TreeMap<Long, Integer> allocated = new TreeMap<>();
        for (Scheduled task : plan.tasks()) {
            for (Share share : task.shares()) {
                if (share.slot() == slot && task.start() < task.end()) {
                    busy.merge(task.start(), share.servers(), Integer::sum);
                    busy.merge(task.end(), -share.servers(), Integer::sum);
                }
            }
        }
        for (Purchase purchase : plan.purchases()) {
            if (purchase.slot() == slot) {
                expect(
                        purchase.allocation()
                                .slot()
                                .equals(problem.availability().slot(slot)),
                        "an allocation of slot " + slot + " is from another");
                allocated.merge(
                        purchase.allocation().start(), purchase.allocation().servers(), Integer::sum);
                allocated.merge(
                        purchase.allocation().end(), -purchase.allocation().servers(), Integer::sum);
            }
        }
        TreeMap<Long, Integer> moments = new TreeMap<>(busy);
        moments.putAll(allocated);
        int used = 0;
        int paid = 0;
        for (long moment : moments.keySet()) {
            used += busy.getOrDefault(moment, 0);
            paid += allocated.getOrDefault(moment, 0);
            expect(used <= paid, "slot " + slot + ": " + used + " servers busy at " + moment + ", " + paid + " paid");
            expect(
                    paid <= problem.availability().slot(slot).servers(),
                    "slot " + slot + ": " + paid + " servers allocated at " + moment);
        }
    }

    private void sums() {
        long last = plan.tasks().stream().mapToLong(Scheduled::end).max().orElse(problem.now());
        expect(
                plan.makespan() == Math.max(0, last - problem.now()),
                "the makespan is " + (last - problem.now()) + ", not " + plan.makespan());
        Money sum = Money.ZERO;
        for (int slot = 0; slot < problem.availability().size(); slot++) {
            long serverTime = 0;
            int allocations = 0;
            for (Purchase purchase : plan.purchases()) {
                if (purchase.slot() == slot) {
                    serverTime += (long) purchase.allocation().servers()
                            * purchase.allocation().duration();
                    allocations++;
                }
            }
            sum = sum.plus(
                    problem.availability().slot(slot).unitCost().dependsOnStart()
                            ? eachAtItsStart(slot)
                            : problem.availability().slot(slot).cost(serverTime, allocations));
        }
        expect(sum.equals(plan.cost()), "the cost is " + sum + ", not " + plan.cost());
    }

    private Money eachAtItsStart(int slot) {
        return plan.purchases().stream()
                .filter(purchase -> purchase.slot() == slot)
                .map(purchase -> purchase.allocation().cost())
                .reduce(Money.ZERO, Money::plus);
    }

    private void expect(boolean right, String otherwise) {
        if (!right) {
            problems.add(otherwise);
        }
    }
}
