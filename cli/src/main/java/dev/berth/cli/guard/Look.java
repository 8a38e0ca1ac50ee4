package dev.berth.cli.guard;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.Gpu;
import dev.berth.cli.host.GpuProcess;
import dev.berth.cli.host.HostProcess;
import dev.berth.cli.host.LoadMeter;
import dev.berth.cli.host.NvidiaSmi;
import dev.berth.cli.host.ProcessTable;
import dev.berth.cli.remote.JsonTree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A look at this machine: who uses what.
 *
 * @param processes at that moment
 * @param reading what the service is told
 * @param warnings what could not be read and was left out
 */
record Look(ProcessTable processes, ObjectNode reading, List<String> warnings) {
    private static final NvidiaSmi.Computing NONE = NvidiaSmi.Computing.NONE;

    /** Looks at all of it; throws {@link Failed} if a whole part of it cannot be read. */
    static Look take(Optional<NvidiaSmi> tool, LoadMeter meter) {
        Map<String, List<String>> parts = new HashMap<>();
        TreeSet<String> devices = new TreeSet<>();
        ArrayNode cards = JsonTree.array();
        List<Gpu> found = tool.map(NvidiaSmi::cards).orElse(List.of());
        Map<String, NvidiaSmi.CardLoad> loads =
                found.isEmpty() ? Map.of() : tool.map(NvidiaSmi::loads).orElse(Map.of());
        for (Gpu card : found) {
            List<String> own =
                    card.isDivided() ? card.parts().stream().map(Gpu.Part::uuid).toList() : List.of(card.uuid());
            devices.addAll(own);
            parts.put(card.uuid(), own);
            if (!card.isDivided() && card.mebibytes() > 0) {
                ObjectNode known = cards.addObject()
                        .put("device", card.uuid())
                        .put("number", card.index())
                        .put("memory", card.mebibytes());
                Optional.ofNullable(loads.get(card.uuid()))
                        .ifPresent(load -> known.put("busy", load.busy()).put("used", load.mebibytes()));
            }
        }
        NvidiaSmi.Computing computing =
                devices.isEmpty() ? NONE : tool.map(NvidiaSmi::computing).orElse(NONE);
        // After the cards: a process that has ended in between is missing and not somebody else's.
        ProcessTable processes = ProcessTable.read();
        if (processes.find(1).isEmpty()) {
            throw new Failed("Cannot see the processes of other users; run the guard as root");
        }
        ArrayNode uses = JsonTree.array();
        Set<String> occupied = new HashSet<>();
        for (GpuProcess each : computing.processes()) {
            List<String> used = parts.getOrDefault(each.device(), List.of(each.device()));
            occupied.addAll(used);
            Optional<HostProcess> process = processes.find(each.pid());
            if (process.isEmpty()) {
                // It has just ended, or is hidden from here: who uses the card is not known, and it is not unused.
                used.forEach(devices::remove);
            } else if (!used.isEmpty()) {
                ObjectNode use = use(uses, process.get());
                put(use, used);
                each.mebibytes().ifPresent(mebibytes -> use.put("cardMemory", mebibytes));
            }
        }
        // The same goes for a line that cannot be read, and for all cards that look unused if it does not say which one
        // it is about.
        computing
                .unclear()
                .ifPresentOrElse(
                        unclear -> unclear.forEach(device ->
                                parts.getOrDefault(device, List.of(device)).forEach(devices::remove)),
                        () -> devices.retainAll(occupied));
        ObjectNode reading = JsonTree.object();
        put(reading, devices);
        Optional<LoadMeter.Loads> cores = meter.look(processes, System.nanoTime());
        reading.put("cores", cores.isPresent());
        cores.map(LoadMeter.Loads::atWork).orElse(List.of()).forEach(load -> use(uses, load.busiest()));
        reading.set("uses", uses);
        cores.ifPresent(all -> reading.set("loads", json(all.byUser())));
        if (!cards.isEmpty()) {
            reading.set("cards", cards);
        }
        return new Look(
                processes,
                reading,
                computing.unreadable().stream()
                        .map(line -> "Skipped a line of nvidia-smi that is not a device and a process: \"%s\""
                                .formatted(NvidiaSmi.shown(line)))
                        .toList());
    }

    private static void put(ObjectNode node, Iterable<String> devices) {
        ArrayNode list = JsonTree.array();
        devices.forEach(list::add);
        if (!list.isEmpty()) {
            node.set("devices", list);
        }
    }

    private static ArrayNode json(Map<String, LoadMeter.UserLoad> byUser) {
        ArrayNode all = JsonTree.array();
        new TreeMap<>(byUser)
                .forEach((user, load) -> all.addObject()
                        .put("user", user)
                        .put("cores", load.cores())
                        .put("memory", load.mebibytes()));
        return all;
    }

    private static ObjectNode use(ArrayNode uses, HostProcess process) {
        return uses.addObject()
                .put("user", process.user())
                .put("pid", process.pid())
                .put("process", process.label());
    }
}
