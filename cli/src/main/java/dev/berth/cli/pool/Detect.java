package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.Command;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.FoundPool;
import dev.berth.cli.host.Gpu;
import dev.berth.cli.host.NvidiaSmi;
import dev.berth.cli.host.Processors;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.AnswerText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code berth pools detect}. */
final class Detect implements Command {
    private final Environment environment;
    private final Remote remote;

    private boolean noGpus;
    private boolean noCpus;
    private boolean bySocket;
    private boolean add;
    private String host = "";

    Detect(Environment environment) {
        this.environment = environment;
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Finds the GPUs (nvidia-smi), cores and memory of this machine and prints them as pools for site.yaml, or adds"
                        + " them to the site.",
                "GPUs of the same kind become a pool; so do MIG devices of the same size. The rate of a pool is 1, or its share"
                        + " of the largest MIG device: lower it where another pool of the site is faster.");
        syntax.flag("--add", "Add the pools to the site (operator) instead of printing them", () -> add = true);
        syntax.flag("--no-gpus", "Leave out GPUs", () -> noGpus = true);
        syntax.flag("--no-cpus", "Leave out cores", () -> noCpus = true);
        syntax.flag("--sockets", "One server for each CPU socket. Default: for each core", () -> bySocket = true);
        syntax.text("--host", "NAME", "Name of this machine. Default: its host name", value -> host = value);
        remote.declare(syntax);
        syntax.examples("berth pools detect >> site.yaml", "berth pools detect --no-cpus --add");
    }

    @Override
    public int run() {
        String name = host.isEmpty() ? ThisHost.of(environment).name() : host;
        List<FoundPool> pools = new ArrayList<>();
        if (!noGpus) {
            pools.addAll(FoundPool.ofCards(cards(), name));
        }
        if (!noCpus) {
            pools.add(FoundPool.ofProcessors(Processors.read(), bySocket, name));
        }
        if (pools.isEmpty()) {
            throw new BadInput("Nothing was found on this machine that can be reserved");
        }
        if (add) {
            return added(pools);
        }
        StringBuilder text = new StringBuilder("pools:\n");
        pools.forEach(each -> text.append(each.yaml()));
        remote.out().print(text);
        return ExitCode.DONE;
    }

    private List<Gpu> cards() {
        Optional<NvidiaSmi> tool = NvidiaSmi.find(environment.variable("PATH"), NvidiaSmi.PATIENCE);
        if (tool.isEmpty()) {
            remote.err().println("No GPUs: nvidia-smi is not installed, or not on the PATH");
            return List.of();
        }
        List<Gpu> cards;
        try {
            cards = tool.get().cards();
        } catch (Failed e) {
            throw new Failed(e.getMessage() + ". Leave the GPUs out with --no-gpus");
        }
        if (cards.isEmpty()) {
            remote.err().println("No GPUs: nvidia-smi found no devices");
        }
        for (Gpu card : cards) {
            if (card.isDivided() && card.parts().isEmpty()) {
                remote.err()
                        .println("GPU %d is left out: MIG is enabled and it has no MIG devices (nvidia-smi mig -cgi)"
                                .formatted(card.index()));
            }
        }
        return cards;
    }

    private int added(List<FoundPool> pools) {
        ServiceClient service = remote.service();
        try {
            Map<String, JsonNode> known = new HashMap<>();
            service.send("GET", "/pools")
                    .expected()
                    .path("pools")
                    .forEach(each -> known.put(AnswerText.text(each, "name"), each));
            for (FoundPool pool : pools) {
                remote.out().println(add(service, pool, known.get(pool.name())));
            }
            return ExitCode.DONE;
        } catch (RefusedByService e) {
            return remote.refused(e.problem());
        }
    }

    private static String add(ServiceClient service, FoundPool pool, @Nullable JsonNode known) {
        ArrayNode missing = missing(pool, known);
        if (known == null) {
            ObjectNode request = JsonTree.object()
                    .put("name", pool.name())
                    .put("unit", pool.unit())
                    .put("rate", pool.rate());
            ObjectNode attributes = request.putObject("attributes");
            pool.attributes().forEach(attributes::put);
            request.set("serverList", missing);
            service.change("POST", "/pools", request, new IdempotencyKey().value())
                    .expected();
            return "Added: pool %s with %s".formatted(pool.name(), names(missing));
        }
        for (String name : pool.attributes().keySet()) {
            String theirs = AnswerText.text(known.path("attributes"), name);
            if (!theirs.equals(pool.attributes().get(name))) {
                throw new BadInput(
                        "Pool %s has %s=%s, but this machine has %s; add a pool with another name to site.yaml"
                                .formatted(
                                        pool.name(),
                                        name,
                                        theirs,
                                        pool.attributes().get(name)));
            }
        }
        if (missing.isEmpty()) {
            return "Pool %s already has all %d"
                    .formatted(pool.name(), pool.servers().size());
        }
        service.change(
                        "POST",
                        "/pools/" + Remote.encoded(pool.name()) + "/servers",
                        JsonTree.object().set("serverList", missing),
                        new IdempotencyKey().value())
                .expected();
        return "Added to pool %s: %s".formatted(pool.name(), names(missing));
    }

    /** Those that the pool does not have; a name that another machine has is told apart by the name of the host. */
    private static ArrayNode missing(FoundPool pool, @Nullable JsonNode known) {
        Map<String, JsonNode> byName = new HashMap<>();
        Map<String, JsonNode> byPlace = new HashMap<>();
        if (known != null) {
            for (JsonNode each : known.path("serverList")) {
                byName.put(AnswerText.text(each, "name"), each);
                byPlace.put(
                        place(
                                AnswerText.text(each, "device"),
                                AnswerText.text(each, "host"),
                                AnswerText.text(each, "name")),
                        each);
            }
        }
        ArrayNode missing = JsonTree.array();
        for (FoundPool.FoundServer server : pool.servers()) {
            String own = byName.containsKey(server.name()) ? server.host() + "-" + server.name() : server.name();
            if (byPlace.containsKey(place(server.device(), server.host(), server.name()))
                    || byPlace.containsKey(place(server.device(), server.host(), own))) {
                continue;
            }
            ObjectNode node = missing.addObject().put("name", own).put("host", server.host());
            if (!server.device().isEmpty()) {
                node.put("device", server.device());
            }
        }
        return missing;
    }

    /** A device is the same whatever it is called. */
    private static String place(String device, String host, String name) {
        return device.isEmpty() ? host + " " + name : device;
    }

    private static String names(ArrayNode servers) {
        List<String> names = new ArrayList<>();
        servers.forEach(each -> names.add(AnswerText.text(each, "name")));
        return names.size() <= 8 ? String.join(", ", names) : "%s to %s".formatted(names.getFirst(), names.getLast());
    }
}
