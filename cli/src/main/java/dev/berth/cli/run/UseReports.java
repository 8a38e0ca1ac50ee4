package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.Gpu;
import dev.berth.cli.host.LoadMeter;
import dev.berth.cli.host.NvidiaSmi;
import dev.berth.cli.host.ProcessTable;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.RefusedByService;
import dev.berth.cli.remote.Reply;
import dev.berth.cli.remote.ServiceClient;
import dev.berth.cli.text.UseText;
import dev.berth.words.Moments;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Measures each minute how the command of a reservation uses the cards, cores and memory of this machine, tells the service, and says on
 * the terminal when the reservation is idle. What cannot be measured is not told; nothing of it ever ends the command.
 */
final class UseReports implements AutoCloseable {
    static final Duration EVERY = Duration.ofMinutes(1);

    private final ServiceClient service;
    private final String id;
    private final String path;
    private final String runner;
    private final String host;
    private final String searchPath;
    private final Duration every;
    private final Consumer<String> say;
    private final UseText words;
    private final LoadMeter meter = new LoadMeter();
    private final Thread thread;
    private String said = "";

    /**
     * Begins to measure.
     *
     * @param path of the reservation
     * @param host of this machine, as the site calls it
     * @param searchPath where nvidia-smi is found
     */
    UseReports(
            ServiceClient service,
            String id,
            String path,
            String runner,
            String host,
            String searchPath,
            Duration every,
            Moments moments,
            Consumer<String> say) {
        this.service = service;
        this.id = id;
        this.path = path;
        this.runner = runner;
        this.host = host;
        this.searchPath = searchPath;
        this.every = every;
        this.say = say;
        this.words = new UseText(moments);
        this.thread = Thread.ofPlatform().daemon().name("berth-use").start(this::work);
    }

    private void work() {
        try {
            meter.look(own(), System.nanoTime());
            while (true) {
                Thread.sleep(every);
                try {
                    Reply reply = service.send("POST", path + "/run/use", reading());
                    if (reply.status() == 404 || reply.status() == 405) {
                        // A service that is older than this program.
                        return;
                    }
                    say(reply.expected());
                } catch (Failed | BadInput | RefusedByService e) {
                    // The next one may be heard. Until then nothing counts as idle.
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Failed e) {
            // Not Linux: nothing can be measured here.
        }
    }

    private ObjectNode reading() {
        ObjectNode reading =
                JsonTree.object().put("runner", runner).put("host", host).put("every", every.toString());
        ArrayNode cards = cards();
        if (!cards.isEmpty()) {
            reading.set("cards", cards);
        }
        int cores = 0;
        int memory = 0;
        for (LoadMeter.UserLoad load : meter.look(own(), System.nanoTime())
                .map(loads -> loads.byUser().values())
                .orElse(List.of())) {
            cores += load.cores();
            memory += load.mebibytes();
        }
        return reading.put("cores", cores).put("memory", memory);
    }

    private ArrayNode cards() {
        ArrayNode cards = JsonTree.array();
        Optional<NvidiaSmi> tool = NvidiaSmi.find(searchPath, NvidiaSmi.PATIENCE);
        if (tool.isEmpty()) {
            return cards;
        }
        try {
            List<Gpu> found = tool.get().cards();
            Map<String, NvidiaSmi.CardLoad> loads = tool.get().loads();
            for (Gpu card : found) {
                NvidiaSmi.CardLoad load = loads.get(card.uuid());
                if (load != null && card.mebibytes() > 0) {
                    cards.addObject()
                            .put("device", card.uuid())
                            .put("number", card.index())
                            .put("memory", card.mebibytes())
                            .put("busy", load.busy())
                            .put("used", load.mebibytes());
                }
            }
            return cards;
        } catch (Failed e) {
            return JsonTree.array();
        }
    }

    /** The processes of the command, with those that it has left behind: this process takes in orphans. */
    private static ProcessTable own() {
        Set<Long> pids =
                ProcessHandle.current().descendants().map(ProcessHandle::pid).collect(Collectors.toSet());
        return ProcessTable.read().only(pids);
    }

    /** Each state once. */
    private void say(JsonNode answer) {
        JsonNode idle = answer.path("idle");
        String key = idle.has("until") ? idle.path("until").asText() : "";
        if (!key.isEmpty() && !key.equals(said)) {
            say.accept(words.warning(id, idle));
        }
        said = key;
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
