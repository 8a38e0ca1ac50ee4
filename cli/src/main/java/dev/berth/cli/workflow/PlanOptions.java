package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.remote.JsonTree;
import dev.berth.engine.model.BadValue;
import dev.berth.words.Moments;
import dev.berth.workflow.spare.SparePolicies;
import dev.berth.workflow.spare.Threshold;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a workflow is to be planned. */
final class PlanOptions {
    private String deadline = "";

    private @Nullable String ready;

    private @Nullable String scheduler;

    private @Nullable String spare;

    private @Nullable String threshold;

    private final List<String> pools = new ArrayList<>();

    /** Meaning of {@code --threshold}. */
    static final String THRESHOLD =
            "Share of the time to the deadline that a recursive policy (r_...) may leave to no task, such as 0.05 or 5%. Default: 1%";

    /** Reads {@code --threshold}; null if it was not given. */
    static @Nullable Threshold threshold(@Nullable String text, String spare) {
        if (text == null) {
            return null;
        }
        try {
            Threshold threshold = Threshold.of(text);
            if (SparePolicies.names().contains(spare)
                    && !SparePolicies.named(spare).isRecursive()) {
                throw new BadInput("--threshold: %s has no threshold; it is only for %s"
                        .formatted(spare, String.join(", ", SparePolicies.recursive())));
            }
            return threshold;
        } catch (BadValue e) {
            throw new BadInput("--threshold: \"%s\" %s".formatted(e.value(), e.rule()));
        }
    }

    void declare(Syntax syntax) {
        syntax.text("--deadline", "TIME", "Latest end of the last task", value -> deadline = value)
                .required();
        syntax.text("--ready", "TIME", "Earliest start of any task. Default: now", value -> ready = value);
        syntax.text("--scheduler", "NAME", "Scheduler. Default: heft", value -> scheduler = value);
        syntax.text(
                "--spare",
                "NAME",
                "How to distribute the spare time before the deadline. Default: r_even_percent1",
                value -> spare = value);
        syntax.text("--threshold", "SHARE", THRESHOLD, value -> threshold = value);
        syntax.text("--pool", "POOL", "Restrict to this pool; may be repeated", pools::add)
                .repeatable();
    }

    boolean nameNoPool() {
        return pools.isEmpty();
    }

    void restrictTo(List<String> names) {
        pools.addAll(names);
    }

    ObjectNode json(Moments moments) {
        ObjectNode request = JsonTree.object()
                .put("deadline", moments.parse("--deadline", deadline).toString());
        if (ready != null) {
            request.put("ready", moments.parse("--ready", ready).toString());
        }
        if (scheduler != null) {
            request.put("scheduler", scheduler);
        }
        if (spare != null) {
            request.put("spare", spare);
        }
        Threshold left = threshold(threshold, spare == null ? SparePolicies.DEFAULT : spare);
        if (left != null) {
            request.put("threshold", left.share());
        }
        if (!pools.isEmpty()) {
            ArrayNode names = request.putArray("pools");
            pools.forEach(names::add);
        }
        return request;
    }
}
