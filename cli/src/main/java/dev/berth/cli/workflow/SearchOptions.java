package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Syntax;
import dev.berth.words.Moments;
import org.jspecify.annotations.Nullable;

/** Which plans a search leaves out, and how free time is sold: for searches by a service, and by a broker over its sites. */
public final class SearchOptions {
    private @Nullable String deadline;

    private @Nullable String gaps;

    public void declare(Syntax syntax) {
        syntax.text("--deadline", "TIME", "Leave out plans that end later", value -> deadline = value);
        syntax.text(
                "--gaps",
                "HOW",
                "How free time before a reservation is sold: whole or in parts. Default: whole",
                value -> gaps = value);
    }

    /** Adds what was told to a request; the service has defaults for the rest. */
    public void describe(ObjectNode request, Moments moments) {
        ProvisionOptions.put(request, "deadline", deadline == null ? null : moments.parse("--deadline", deadline));
        ProvisionOptions.put(request, "gaps", gaps);
    }
}
