package dev.berth.slurm.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Window;
import dev.berth.slurm.Braked;
import dev.berth.slurm.ClusterNode;
import dev.berth.slurm.ClusterStatus;
import dev.berth.slurm.Kept;
import dev.berth.slurm.Mirrored;
import dev.berth.wire.Json;
import dev.berth.wire.Names;
import dev.berth.wire.NodeRanges;
import dev.berth.wire.Times;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * The state of a cluster as JSON. Each of its lists has a limit, and {@code leftOut} says how many are beyond it.
 *
 * @param state of the reservations that are listed; empty for all
 */
record ClusterJson(ClusterStatus status, Optional<Mirrored.State> state, int limit) {
    ObjectNode write(long now) {
        ObjectNode node = Json.object()
                .put("mode", Names.of(status.mode()))
                .put("now", Times.instant(now))
                .put("rounds", status.round())
                .put("took", Times.duration(status.took()));
        status.census().ifPresent(heard -> node.put("heard", Times.instant(heard)));
        status.silent().ifPresent(why -> node.put("silent", why));
        ObjectNode counts = node.putObject("counts");
        for (Mirrored.State each : Mirrored.State.values()) {
            counts.put(Names.of(each), status.count(each));
        }
        node.put("inDanger", status.inDanger()).put("actions", status.actions()).put("refusals", status.refusals());
        ArrayNode brakes = node.putArray("brakes");
        status.brakes().forEach(each -> add(brakes, each));
        ArrayNode faults = node.putArray("faults");
        status.faults().forEach(faults::add);
        ObjectNode leftOut = Json.object();
        // Those in danger first, so that none of them is beyond the limit while others are shown.
        List<Mirrored> listed = status.mirrored().stream()
                .filter(each -> state.isEmpty() || state.get() == each.state())
                .sorted(Comparator.comparing(each -> !each.inDanger()))
                .toList();
        list(node, leftOut, "reservations", listed, ClusterJson::add);
        list(node, leftOut, "foreign", status.foreign(), ClusterJson::add);
        list(node, leftOut, "troubled", status.troubled(), ClusterJson::add);
        list(node, leftOut, "planned", status.planned(), ArrayNode::add);
        node.set("leftOut", leftOut);
        return node;
    }

    /** Brakes that an operator has released. */
    static ObjectNode released(List<Braked> brakes) {
        ObjectNode node = Json.object();
        ArrayNode array = node.putArray("released");
        brakes.forEach(each -> add(array, each));
        return node;
    }

    private static void add(ArrayNode array, Braked each) {
        array.addObject()
                .put("pool", each.pool().name())
                .put("nodes", NodeRanges.folded(each.nodes()))
                .put("nodeCount", each.nodes().size())
                .put("why", each.why())
                .put("since", Times.instant(each.since()))
                .put("until", Times.instant(each.until()));
    }

    private <T> void list(
            ObjectNode node, ObjectNode leftOut, String name, List<T> all, BiConsumer<ArrayNode, T> write) {
        ArrayNode array = node.putArray(name);
        all.stream().limit(limit).forEach(each -> write.accept(array, each));
        leftOut.put(name, Math.max(0, all.size() - limit));
    }

    private static void add(ArrayNode array, Mirrored each) {
        ObjectNode node = array.addObject()
                .put("name", each.name())
                .put("reservation", each.reservation().toString())
                .put("user", each.user())
                .put("nodes", NodeRanges.folded(each.nodes()))
                .put("nodeCount", each.nodes().size());
        window(node, each.window());
        node.put("state", Names.of(each.state())).put("inDanger", each.inDanger());
        if (!each.why().isEmpty()) {
            node.put("why", each.why());
        }
    }

    private static void add(ArrayNode array, Kept each) {
        ObjectNode node = array.addObject()
                .put("name", each.name())
                .put("nodes", NodeRanges.folded(each.nodes()))
                .put("nodeCount", each.nodes().size());
        window(node, each.window());
        ArrayNode users = node.putArray("users");
        new TreeSet<>(each.users()).forEach(users::add);
    }

    private static void window(ObjectNode node, Window window) {
        node.put("start", Times.instant(window.start()));
        if (!Times.isEndless(window.end())) {
            node.put("end", Times.instant(window.end()));
        }
    }

    private static void add(ArrayNode array, ClusterNode each) {
        ObjectNode node = array.addObject().put("name", each.name()).put("condition", Names.of(each.condition()));
        if (!each.reason().isEmpty()) {
            node.put("reason", each.reason());
        }
    }
}
