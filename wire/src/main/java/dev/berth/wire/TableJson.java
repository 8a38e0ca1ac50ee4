package dev.berth.wire;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Shape;
import dev.berth.engine.model.Work;
import dev.berth.words.ServerTable;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Moldability by a table (netto 2.2, the moldability function): for each number of servers, how long it takes on them. */
final class TableJson {
    private static final List<String> INSTEAD = List.of("work", "stay", "servers", "mostServers", "serial");

    private TableJson() {}

    /** Whether there is a table. An empty list is none: generated clients send one for a list that is absent. */
    static boolean isGiven(Fields fields) {
        return fields.has("table")
                && !Boolean.TRUE.equals(
                        fields.value("table", "must be a list", value -> value.isArray() && value.isEmpty()));
    }

    /** The shape that a table describes; null if anything is wrong with it. */
    static @Nullable Shape read(Fields fields) {
        INSTEAD.stream()
                .filter(fields::has)
                .forEach(field -> fields.fault(field, "cannot be given with table, which says how many and how long"));
        TreeMap<Integer, Work> table = new TreeMap<>();
        for (Fields row : fields.optionalObjects("table", ServerTable.MOST_ROWS)) {
            row.require("servers");
            row.require("duration");
            int servers = row.whole("servers", 1, Pool.MOST_SERVERS, 0);
            Long duration = row.positiveDuration("duration");
            if (duration != null && duration > Work.MOST) {
                row.fault("duration", "must be at most " + Times.duration(Work.MOST));
            } else if (duration != null && servers > 0 && table.put(servers, new Work(duration)) != null) {
                row.fault("servers", "must not be listed twice");
            }
            row.closed();
        }
        return fields.build(() -> new Shape.Table(table));
    }

    /** Adds the table of a job that has one. */
    static void add(ObjectNode node, Shape shape) {
        if (shape instanceof Shape.Table table) {
            ArrayNode rows = node.putArray("table");
            table.byServers()
                    .forEach((servers, work) ->
                            rows.addObject().put("servers", servers).put("duration", Times.duration(work.amount())));
        }
    }
}
