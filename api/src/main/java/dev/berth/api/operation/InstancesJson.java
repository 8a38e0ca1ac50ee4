package dev.berth.api.operation;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.journal.instance.Instance;
import dev.berth.journal.instance.Instances;
import dev.berth.wire.Json;
import dev.berth.wire.Times;

/** The instances of a site as JSON. */
public final class InstancesJson {
    private InstancesJson() {}

    /**
     * Writes the instances down.
     *
     * @param all the name of the field with the instances
     */
    public static ObjectNode of(Instances.Standing standing, String all) {
        ObjectNode node = Json.object().put("version", standing.version());
        if (standing.term() > 0) {
            node.put("term", standing.term());
        }
        standing.instances().stream()
                .filter(Instance::leads)
                .findFirst()
                .ifPresent(leader -> node.put("leader", leader.name()));
        ArrayNode instances = node.putArray(all);
        standing.instances().forEach(instance -> instances.add(of(instance)));
        return node;
    }

    private static ObjectNode of(Instance instance) {
        ObjectNode node = Json.object()
                .put("name", instance.name())
                .put("address", instance.address())
                .put("state", instance.leads() ? "leads" : instance.isAlive() ? "follows" : "silent")
                .put("drained", instance.isDrained())
                .put("since", Times.instant(instance.since()))
                .put("seen", Times.instant(instance.seen()))
                .put("version", instance.version())
                .put("lag", instance.lag())
                .put("build", instance.build());
        return instance.format() > 0 ? node.put("format", instance.format()) : node;
    }
}
