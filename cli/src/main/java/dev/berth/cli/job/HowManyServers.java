package dev.berth.cli.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.words.ServerTable;
import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Number of servers of a job, or a table of numbers with how long the job takes on each. */
final class HowManyServers {
    private @Nullable Integer count;

    private SortedMap<Integer, Duration> table = Collections.emptySortedMap();

    void declare(Syntax syntax) {
        syntax.integerOrText(
                "--servers",
                "N|TABLE",
                "Number of servers at once. Default: 1. Or a table of the numbers the job can run on, each with its time on servers of rate 1, such as 2:4h,4:2h30m: Berth chooses a number",
                value -> count = value,
                ServerTable::isTable,
                value -> table = ServerTable.parse("--servers", value));
    }

    boolean isGiven() {
        return count != null || isTable();
    }

    boolean isCount() {
        return count != null;
    }

    boolean isTable() {
        return !table.isEmpty();
    }

    /** The time it takes at least. */
    Duration shortest() {
        return Collections.min(table.values());
    }

    /** The time it takes at most. */
    Duration longest() {
        return Collections.max(table.values());
    }

    /** Refuses an option that a table leaves no room for. */
    void refuseBeside(String option, boolean isGiven) {
        if (isTable() && isGiven) {
            throw new BadInput("%s: --servers %s already says how many servers and for how long; leave %1$s out"
                    .formatted(option, ServerTable.text(new TreeMap<>(table))));
        }
    }

    void addTo(ObjectNode job) {
        if (count != null) {
            job.put("servers", count);
        }
        if (isTable()) {
            ArrayNode rows = job.putArray("table");
            table.forEach((servers, duration) ->
                    rows.addObject().put("servers", servers).put("duration", duration.toString()));
        }
    }
}
