package dev.berth.cli.workflow;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.time.Moments;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which slots of a service are searched, and which plans are left out. */
final class SearchOptions {
    @Option(names = "--deadline", paramLabel = "TIME", description = "Plans that end later are left out.")
    private @Nullable String deadline;

    @Option(names = "--pool", paramLabel = "POOL", description = "Only there; may be given several times.")
    private List<String> pools = List.of();

    @Option(
            names = "--gaps",
            paramLabel = "HOW",
            description = "How free time before a reservation is sold: whole or parts. Default: whole.")
    private @Nullable String gaps;

    void describe(ObjectNode request, Moments moments) {
        ProvisionOptions.put(request, "deadline", deadline == null ? null : moments.parse("--deadline", deadline));
        if (!pools.isEmpty()) {
            pools.forEach(request.putArray("pools")::add);
        }
        ProvisionOptions.put(request, "gaps", gaps);
    }
}
