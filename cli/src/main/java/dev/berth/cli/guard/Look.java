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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A look at this machine: who uses what.
 *
 * @param processes at that moment
 * @param reading what the service is told
 */
record Look(ProcessTable processes, ObjectNode reading) {
    /** Looks at all of it; throws {@link Failed} if a part of it cannot be read. */
    static Look take(Optional<NvidiaSmi> tool, LoadMeter meter) {
        Map<String, List<String>> parts = new HashMap<>();
        TreeSet<String> devices = new TreeSet<>();
        for (Gpu card : tool.map(NvidiaSmi::cards).orElse(List.of())) {
            List<String> own =
                    card.isDivided() ? card.parts().stream().map(Gpu.Part::uuid).toList() : List.of(card.uuid());
            devices.addAll(own);
            parts.put(card.uuid(), own);
        }
        List<GpuProcess> computing =
                devices.isEmpty() ? List.of() : tool.map(NvidiaSmi::processes).orElse(List.of());
        // After the cards: a process that has ended in between is missing and not somebody else's.
        ProcessTable processes = ProcessTable.read();
        if (processes.find(1).isEmpty()) {
            throw new Failed("Cannot see the processes of other users; run the guard as root");
        }
        ArrayNode uses = JsonTree.array();
        for (GpuProcess each : computing) {
            List<String> used = parts.getOrDefault(each.device(), List.of(each.device()));
            Optional<HostProcess> process = processes.find(each.pid());
            if (process.isEmpty()) {
                // It has just ended, or is hidden from here: who uses the card is not known, and it is not unused.
                used.forEach(devices::remove);
            } else if (!used.isEmpty()) {
                put(use(uses, process.get(), each.name()), used);
            }
        }
        ObjectNode reading = JsonTree.object();
        put(reading, devices);
        Optional<List<LoadMeter.Load>> loads = meter.look(processes, System.nanoTime());
        reading.put("cores", loads.isPresent());
        loads.orElse(List.of())
                .forEach(load -> use(uses, load.busiest(), load.busiest().name()));
        reading.set("uses", uses);
        return new Look(processes, reading);
    }

    private static void put(ObjectNode node, Iterable<String> devices) {
        ArrayNode list = JsonTree.array();
        devices.forEach(list::add);
        if (!list.isEmpty()) {
            node.set("devices", list);
        }
    }

    private static ObjectNode use(ArrayNode uses, HostProcess process, String name) {
        return uses.addObject()
                .put("user", process.user())
                .put("pid", process.pid())
                .put("process", HostProcess.printable(name));
    }
}
