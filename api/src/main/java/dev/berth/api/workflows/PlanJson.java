package dev.berth.api.workflows;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.service.workflow.BookedPlan;
import dev.berth.service.workflow.Draft;
import dev.berth.service.workflow.PlanTerms;
import dev.berth.service.workflow.TaskSlot;
import dev.berth.service.workflow.TaskStanding;
import dev.berth.site.View;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import dev.berth.workflow.spare.Plan;
import dev.berth.workflow.spare.SparePolicies;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Plans, proposed and booked. */
final class PlanJson {
    private PlanJson() {}

    private static ObjectNode terms(ObjectNode node, PlanTerms terms) {
        node.put("scheduler", terms.scheduler())
                .put("spare", terms.spare())
                .put("ready", Times.instant(terms.ready()))
                .put("deadline", Times.instant(terms.deadline()));
        if (SparePolicies.named(terms.spare()).isRecursive()) {
            node.put("threshold", terms.threshold().share());
        }
        return node;
    }

    /** A plan on paper, with all its slots. */
    static ObjectNode of(Draft draft, PlanTerms terms) {
        Plan plan = draft.plan();
        ObjectNode node = terms(Json.object(), terms)
                .put("finish", Times.instant(plan.finish()))
                .put(
                        "machines",
                        draft.problem().machines().size() - draft.free().pools().size());
        node.set("sparePercent", percentages(plan.sparePercentages()));
        node.put("gaps", Times.duration(plan.gaps()));
        ArrayNode tasks = node.putArray("tasks");
        for (int task = 0; task < plan.size(); task++) {
            TaskSlot slot = draft.slot(task);
            tasks.addObject()
                    .put("task", draft.problem().workflow().task(task).id())
                    .put("pool", slot.pool())
                    .put("start", Times.instant(slot.start()))
                    .put("end", Times.instant(slot.start() + slot.time()))
                    .put("slotEnd", Times.instant(slot.end()))
                    .put("spare", Times.duration(plan.spare(task)));
        }
        return node;
    }

    static ObjectNode percentages(DoubleSummaryStatistics percent) {
        boolean none = percent.getCount() == 0;
        return Json.object()
                .put("least", WorkflowJson.rounded(none ? 0 : percent.getMin()))
                .put("mean", WorkflowJson.rounded(none ? 0 : percent.getAverage()))
                .put("most", WorkflowJson.rounded(none ? 0 : percent.getMax()));
    }

    /** One line of a list: what is known without looking at every task. */
    static ObjectNode line(BookedPlan plan) {
        ObjectNode node = Json.object()
                .put("plan", plan.id())
                .put("name", plan.graph().name())
                .put("user", plan.owner())
                .put("booked", Times.instant(plan.booked()));
        return terms(node, plan.terms())
                .put("finish", Times.instant(plan.finish()))
                .put("taskCount", plan.slots().size())
                .put("released", plan.released());
    }

    /** Beside the line, how many tasks are in which state: looked up; its JSON is made without the site. */
    static Supplier<ObjectNode> summary(View view, BookedPlan plan) {
        Map<String, Integer> counts = new TreeMap<>();
        for (int task = 0; task < plan.slots().size(); task++) {
            counts.merge(Names.of(TaskStanding.of(view, plan, task).state()), 1, Integer::sum);
        }
        return () -> {
            ObjectNode node = line(plan);
            ObjectNode states = node.putObject("states");
            counts.forEach(states::put);
            return node;
        };
    }

    static ObjectNode whole(View view, BookedPlan plan) {
        ObjectNode node = summary(view, plan).get().put("now", Times.instant(view.now()));
        ArrayNode tasks = node.putArray("tasks");
        for (int task = 0; task < plan.slots().size(); task++) {
            TaskSlot slot = plan.slots().get(task);
            TaskStanding standing = TaskStanding.of(view, plan, task);
            ObjectNode each = tasks.addObject()
                    .put("task", plan.graph().tasks().get(task))
                    .put("state", Names.of(standing.state()))
                    .put("pool", slot.pool())
                    .put("start", Times.instant(standing.start()))
                    .put("end", Times.instant(Math.min(standing.start() + slot.time(), standing.end())))
                    .put("slotEnd", Times.instant(standing.end()));
            if (slot.reservation() > 0) {
                each.put("reservation", "r" + slot.reservation());
            }
        }
        return node;
    }
}
