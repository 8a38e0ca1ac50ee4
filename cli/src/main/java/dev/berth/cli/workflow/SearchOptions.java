package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.service.words.Moments;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which slots of a service are searched, and which plans are left out. */
final class SearchOptions {
    private @Nullable String deadline;

    private List<String> pools = new ArrayList<>();

    private @Nullable String gaps;

    public void declare(Syntax syntax) {
        syntax.text("--deadline", "TIME", "Leave out plans that end later", value -> deadline = value);
        syntax.text("--pool", "POOL", "Restrict to this pool; may be repeated", pools::add)
                .repeatable();
        syntax.text(
                "--gaps",
                "HOW",
                "How free time before a reservation is sold: whole or in parts. Default: whole",
                value -> gaps = value);
    }

    void describe(ObjectNode request, Moments moments) {
        ProvisionOptions.put(request, "deadline", deadline == null ? null : moments.parse("--deadline", deadline));
        if (!pools.isEmpty()) {
            pools.forEach(request.putArray("pools")::add);
        }
        ProvisionOptions.put(request, "gaps", gaps);
    }
}
