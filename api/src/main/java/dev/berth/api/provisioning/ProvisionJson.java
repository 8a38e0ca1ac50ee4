package dev.berth.api.provisioning;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.api.watch.ChangeFeed;
import dev.berth.provision.besteffort.QueueEstimate;
import dev.berth.provision.search.Candidate;
import dev.berth.service.provision.Allotted;
import dev.berth.service.provision.Provision;
import dev.berth.service.provision.Searching;
import dev.berth.service.provision.TaskPlace;
import dev.berth.service.workflow.TaskStanding;
import dev.berth.site.View;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.Times;
import java.util.List;
import java.util.function.Supplier;

/** Searches, the plans they find, and what is booked of them. */
public final class ProvisionJson {
    private ProvisionJson() {}

    /** One line of a list. */
    static ObjectNode line(Searching search) {
        ObjectNode node = Json.object()
                .put("search", search.id())
                .put("workflow", search.workflow())
                .put("name", search.name())
                .put("user", search.owner())
                .put("state", Names.of(search.state()))
                .put("done", search.done())
                .put("of", search.terms().settings().budget())
                .put("ready", Times.instant(search.terms().ready()))
                .put("expires", Times.instant(search.terms().ready()))
                .put("slots", search.planning().problem().availability().size())
                .put("advertised", Times.instant(search.advertised()));
        if (search.terms().deadline() != null) {
            node.put("deadline", Times.instant(search.terms().deadline()));
        }
        if (search.leftOut() > 0) {
            node.put("slotsLeftOut", search.leftOut());
        }
        return node;
    }

    public static ObjectNode of(Searching search) {
        ObjectNode node = line(search);
        QueueEstimate queue = search.queue();
        if (queue != null) {
            node.putObject("queue")
                    .put(
                            "pool",
                            search.planning()
                                    .problem()
                                    .availability()
                                    .sites()
                                    .get(queue.site())
                                    .id())
                    .put("cost", queue.cost().toString())
                    .put("makespan", Times.duration(queue.makespan()))
                    .put("finish", Times.instant(search.terms().ready() + queue.makespan()));
        }
        Searching.Result result = search.result();
        if (result != null) {
            node.put("exact", result.exact());
            if (!result.reason().isEmpty()) {
                node.put("reason", result.reason());
            }
            ArrayNode points = node.putArray("points");
            for (Candidate candidate : result.plans().candidates()) {
                points.addObject()
                        .put("cost", candidate.cost().toString())
                        .put("makespan", Times.duration(candidate.makespan()))
                        .put("finish", Times.instant(search.finish(candidate)))
                        .put("slots", candidate.slots().cardinality());
            }
        }
        return node;
    }

    /** Remark about a search for those who watch. */
    public static ChangeFeed.Remark remark(Searching search, long now) {
        boolean over = search.state().isOver();
        return new ChangeFeed.Remark(
                search.id(),
                search.owner(),
                Json.object()
                        .put("kind", over ? "search-ended" : "search-progress")
                        .put("time", Times.instant(now))
                        .put("search", search.id())
                        .put("state", Names.of(search.state()))
                        .put("done", search.done())
                        .put("of", search.terms().settings().budget())
                        .put("name", search.name())
                        .put("user", search.owner()));
    }

    /** A plan on paper. */
    static ObjectNode proposal(Searching search, int point, Provision provision) {
        ObjectNode node = Json.object().put("search", search.id()).put("point", point);
        costs(node, provision);
        ArrayNode allocations = node.putArray("allocations");
        provision.allocations().forEach(allocation -> allocations.add(of(allocation)));
        tasks(node, provision);
        return node;
    }

    private static ObjectNode costs(ObjectNode node, Provision provision) {
        return node.put("cost", provision.cost().toString())
                .put("makespan", Times.duration(provision.makespan()))
                .put("finish", Times.instant(provision.finish()));
    }

    private static ObjectNode of(Allotted allocation) {
        return Json.object()
                .put("pool", allocation.pool())
                .put("start", Times.instant(allocation.start()))
                .put("end", Times.instant(allocation.end()))
                .put("servers", allocation.servers())
                .put("cost", allocation.cost().toString());
    }

    private static void tasks(ObjectNode node, Provision provision) {
        ArrayNode tasks = node.putArray("tasks");
        for (TaskPlace task : provision.tasks()) {
            tasks.addObject()
                    .put("task", task.task())
                    .put("pool", task.pool())
                    .put("start", Times.instant(task.start()))
                    .put("end", Times.instant(task.end()))
                    .put("servers", task.servers());
        }
    }

    /** One line of a list. */
    static ObjectNode line(Provision provision) {
        ObjectNode node = Json.object()
                .put("provision", provision.id())
                .put("name", provision.name())
                .put("user", provision.owner())
                .put("booked", Times.instant(provision.booked()))
                .put("ready", Times.instant(provision.ready()));
        return costs(node, provision).put("released", provision.released());
    }

    /** With where each allocation stands: looked up; its JSON is made without the site. */
    static Supplier<ObjectNode> whole(View view, Provision provision) {
        List<TaskStanding> standings = provision.allocations().stream()
                .map(allocation -> TaskStanding.of(view, allocation.slot()))
                .toList();
        return () -> {
            ObjectNode node = line(provision);
            ArrayNode allocations = node.putArray("allocations");
            for (int i = 0; i < standings.size(); i++) {
                Allotted allocation = provision.allocations().get(i);
                allocations.add(of(allocation)
                        .put("reservation", "r" + allocation.reservation())
                        .put("state", Names.of(standings.get(i).state())));
            }
            tasks(node, provision);
            return node;
        };
    }
}
