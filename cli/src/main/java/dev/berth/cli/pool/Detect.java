package dev.berth.cli.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.FoundHost;
import dev.berth.cli.host.FoundPool;
import dev.berth.cli.host.Gpu;
import dev.berth.cli.host.NvidiaSmi;
import dev.berth.cli.host.Processors;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.Access;
import dev.berth.cli.remote.IdempotencyKey;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.AnswerText;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.PoolId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code berth pools detect}. */
final class Detect implements ShellCommand {
    private final Environment environment;
    private final Remote remote;

    private boolean noGpus;
    private boolean noCpus;
    private boolean bySocket;
    private boolean add;
    private boolean isSeparate;
    private boolean isShared;
    private String host = "";
    private String called = "";
    private @Nullable Path config;

    Detect(Environment environment) {
        this.environment = environment;
        this.remote = new Remote(environment);
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Describes this machine as a host: its GPUs (nvidia-smi) or MIG devices, cores and memory, as a pool for site.yaml,"
                        + " or adds it to the site.",
                "Jobs book parts of a host. Equal hosts join one pool, which is called after the kind of its GPUs and their number.",
                "With --separate, GPUs of the same kind become a pool of whole GPUs, so do MIG devices of the same size, and the"
                        + " cores become a pool of their own. The rate of a pool is 1, or its share of the largest MIG device: lower it"
                        + " where another pool of the site is faster.",
                "A printed pool has a name that the site does not have yet, if you are signed in, nor the file of --config: h200-dgx where h200"
                        + " is taken. With --add, a second machine joins the pool of the same name.");
        syntax.flag("--add", "Add the machine to the site (operator) instead of printing it", () -> add = true);
        syntax.flag("--shared", "Let several jobs share a GPU", () -> isShared = true);
        syntax.flag("--separate", "Pools of whole GPUs and of cores instead of a host", () -> isSeparate = true);
        syntax.flag("--no-gpus", "Leave out GPUs", () -> noGpus = true);
        syntax.flag("--no-cpus", "With --separate: leave out cores", () -> noCpus = true);
        syntax.flag(
                "--sockets",
                "With --separate: one server for each CPU socket. Default: for each core",
                () -> bySocket = true);
        syntax.text("--host", "NAME", "Name of this machine. Default: its host name", value -> host = value);
        syntax.text(
                "--pool", "NAME", "Name of the pool. Default: the kind of its servers", value -> called = name(value));
        syntax.path(
                "--config",
                "FILE",
                "Settings to which the pools are to be added, such as site.yaml",
                value -> config = value);
        remote.declare(syntax);
        syntax.examples(
                "berth pools detect >> site.yaml",
                "berth pools detect --shared --add",
                "berth pools detect --separate --no-cpus --pool lab-gpus --config site.yaml");
    }

    @Override
    public int run() {
        String here = host.isEmpty() ? ThisHost.of(environment).name() : host;
        if (!isSeparate) {
            return host(here);
        }
        if (isShared) {
            throw new BadInput("--shared lets jobs share the GPUs of a host; leave --separate out");
        }
        List<FoundPool> pools = new ArrayList<>();
        if (!noGpus) {
            pools.addAll(FoundPool.ofCards(cards(), here));
        }
        if (!noCpus) {
            pools.add(FoundPool.ofProcessors(Processors.read(), bySocket, here));
        }
        if (pools.isEmpty()) {
            throw new BadInput("Nothing was found on this machine that can be reserved");
        }
        if (!called.isEmpty()) {
            pools = List.of(only(pools).named(called));
        }
        return add ? added(pools) : printed(pools, here);
    }

    private int host(String here) {
        if (noCpus || bySocket) {
            throw new BadInput("A host is described with its cores; give --separate with --no-cpus or --sockets");
        }
        FoundHost kind = FoundHost.of(noGpus ? List.of() : cards(), Processors.read(), here);
        FoundHost found = called.isEmpty() ? kind : kind.named(called);
        if (!add) {
            return printed(found);
        }
        try {
            remote.out().println(new HostRegistration(remote.service(), found, isShared).add());
            return ExitCode.DONE;
        } catch (RefusedByService e) {
            return remote.refused(e.problem());
        }
    }

    private int printed(FoundHost found) {
        KnownPools known = new KnownPools();
        askSite(known);
        JsonNode before = config == null ? MissingNode.getInstance() : known.addFile(config);
        for (JsonNode pool : before) {
            if (found.joins(pool)) {
                remote.err().println("Add this to the servers of pool %s in %s".formatted(found.pool(), config));
                remote.out().print(found.server());
                return ExitCode.DONE;
            }
        }
        if (!called.isEmpty() && known.isTaken(called, found.servers())) {
            throw taken();
        }
        FoundHost free = found.named(known.free(found.pool(), found.servers(), found.host()));
        return printed(before, free.yaml(isShared));
    }

    private BadInput taken() {
        return new BadInput(
                "--pool: pool %s already exists, with other servers; choose another name, or add these to it with --add"
                        .formatted(called));
    }

    private static String name(String value) {
        try {
            return new PoolId(value).name();
        } catch (BadValue e) {
            throw new BadInput("--pool: \"%s\" %s".formatted(value, e.rule()));
        }
    }

    private static FoundPool only(List<FoundPool> pools) {
        if (pools.size() > 1) {
            throw new BadInput(
                    "--pool names one pool, but there are %d on this machine: %s; leave out others with --no-cpus or --no-gpus"
                            .formatted(
                                    pools.size(),
                                    pools.stream().map(FoundPool::name).collect(Collectors.joining(", "))));
        }
        return pools.getFirst();
    }

    private int printed(List<FoundPool> pools, String here) {
        KnownPools known = new KnownPools();
        askSite(known);
        JsonNode before = config == null ? MissingNode.getInstance() : known.addFile(config);
        if (!called.isEmpty() && known.isTaken(called, pools.getFirst().servers())) {
            throw taken();
        }
        StringBuilder text = new StringBuilder();
        pools.forEach(each -> text.append(
                each.named(known.free(each.name(), each.servers(), here)).yaml()));
        return printed(before, text.toString());
    }

    private int printed(JsonNode before, String pools) {
        if (!before.isEmpty()) {
            remote.err().println("Add this to the list below pools: in " + config);
        } else if (!before.isMissingNode()) {
            remote.err().println("Put this in place of the empty pools: in " + config);
        }
        // A second key of the same name would hide the first, so it is printed once.
        remote.out().print((before.isEmpty() ? "pools:\n" : "") + pools);
        return ExitCode.DONE;
    }

    /** Asks the site for its pools, unless the user is not signed in and so has no site yet. */
    private void askSite(KnownPools known) {
        Access access;
        try {
            access = remote.access();
        } catch (BadInput e) {
            return;
        }
        try {
            known.addSite(new ServiceClient(access, environment)
                    .withoutWaiting()
                    .send("GET", "/pools")
                    .expected()
                    .path("pools"));
        } catch (RefusedByService | BadInput | Failed e) {
            remote.err()
                    .println("The site did not say which pools it has, so names may be the same: " + e.getMessage());
        }
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
                throw new BadInput("Pool %s has %s=%s, but this machine has %s; choose another name with --pool"
                        .formatted(pool.name(), name, theirs, pool.attributes().get(name)));
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

    /**
     * Servers that the pool does not have yet; one whose name is taken by another machine gets the name of its host as a
     * prefix.
     */
    private static ArrayNode missing(FoundPool pool, @Nullable JsonNode known) {
        Map<String, JsonNode> byName = new HashMap<>();
        Map<String, JsonNode> byPlace = new HashMap<>();
        if (known != null) {
            for (JsonNode each : known.path("serverList")) {
                byName.put(AnswerText.text(each, "name"), each);
                byPlace.put(
                        KnownPools.place(
                                AnswerText.text(each, "device"),
                                AnswerText.text(each, "host"),
                                AnswerText.text(each, "name")),
                        each);
            }
        }
        ArrayNode missing = JsonTree.array();
        for (FoundPool.FoundServer server : pool.servers()) {
            String own = byName.containsKey(server.name()) ? server.host() + "-" + server.name() : server.name();
            if (byPlace.containsKey(KnownPools.place(server.device(), server.host(), server.name()))
                    || byPlace.containsKey(KnownPools.place(server.device(), server.host(), own))) {
                continue;
            }
            ObjectNode node = missing.addObject().put("name", own).put("host", server.host());
            if (!server.device().isEmpty()) {
                node.put("device", server.device());
            }
        }
        return missing;
    }

    private static String names(ArrayNode servers) {
        List<String> names = new ArrayList<>();
        servers.forEach(each -> names.add(AnswerText.text(each, "name")));
        return names.size() <= 8 ? String.join(", ", names) : "%s to %s".formatted(names.getFirst(), names.getLast());
    }
}
