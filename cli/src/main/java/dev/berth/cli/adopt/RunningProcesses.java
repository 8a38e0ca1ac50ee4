package dev.berth.cli.adopt;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.Gpu;
import dev.berth.cli.host.GpuProcess;
import dev.berth.cli.host.HostProcess;
import dev.berth.cli.host.NvidiaSmi;
import dev.berth.cli.host.ProcessTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Processes of this machine that are to be adopted, and the cards that they use.
 *
 * @param processes in the order in which they were named
 * @param cards by number
 * @param others processes of other users on the same cards, which are not adopted
 */
record RunningProcesses(List<HostProcess> processes, List<Gpu> cards, List<String> others) {
    private static final int MOST_NAMED = 10;

    /** Finds them; throws {@link BadInput} if one of them cannot be adopted. */
    static RunningProcesses find(NvidiaSmi tool, Collection<Long> pids) {
        TreeMap<String, Gpu> byDevice = new TreeMap<>();
        for (Gpu card : tool.cards()) {
            byDevice.put(card.uuid(), card);
            card.parts().forEach(part -> byDevice.put(part.uuid(), card));
        }
        if (byDevice.isEmpty()) {
            throw new BadInput("This machine has no cards that nvidia-smi knows");
        }
        NvidiaSmi.Computing computing = tool.computing();
        // After the cards: a process that has ended in between is missing, and not another with its number.
        ProcessTable table = ProcessTable.read();
        List<HostProcess> processes = new ArrayList<>();
        TreeMap<Integer, Gpu> cards = new TreeMap<>();
        for (long pid : pids) {
            HostProcess process = table.find(pid)
                    .orElseThrow(() -> new BadInput(
                            "Process %d does not exist on this machine, or cannot be seen".formatted(pid)));
            List<Gpu> used = computing.processes().stream()
                    .filter(each -> each.pid() == pid)
                    .map(each -> card(byDevice, each))
                    .toList();
            if (used.isEmpty()) {
                throw new BadInput("Process %d (%s) of %s uses no card%s"
                        .formatted(pid, process.label(), process.user(), instead(process, computing, table)));
            }
            processes.add(process);
            used.forEach(card -> cards.put(card.index(), card));
        }
        return new RunningProcesses(
                List.copyOf(processes),
                List.copyOf(cards.values()),
                others(byDevice, computing, table, processes, cards));
    }

    private static Gpu card(TreeMap<String, Gpu> byDevice, GpuProcess process) {
        Gpu card = byDevice.get(process.device());
        if (card == null) {
            throw new Failed("nvidia-smi says that process %d uses %s, but lists no such card"
                    .formatted(process.pid(), process.device()));
        }
        if (card.isDivided()) {
            throw new BadInput(
                    "Process %d uses card %d, which is divided (MIG): the driver does not tell which part of it, so it cannot be adopted. Book a part with berth book"
                            .formatted(process.pid(), card.index()));
        }
        return card;
    }

    /** Processes of the same user that do use cards: a shell or a launcher may have been named in their place. */
    private static String instead(HostProcess process, NvidiaSmi.Computing computing, ProcessTable table) {
        List<String> found = computing.processes().stream()
                .flatMap(each -> table.find(each.pid()).stream())
                .filter(each -> each.user().equals(process.user()))
                .map(each -> "%d (%s)".formatted(each.pid(), each.label()))
                .distinct()
                .limit(MOST_NAMED)
                .toList();
        return found.isEmpty() ? "" : "; these of %s do: %s".formatted(process.user(), String.join(", ", found));
    }

    private static List<String> others(
            TreeMap<String, Gpu> byDevice,
            NvidiaSmi.Computing computing,
            ProcessTable table,
            List<HostProcess> adopted,
            TreeMap<Integer, Gpu> cards) {
        Set<String> users = adopted.stream().map(HostProcess::user).collect(Collectors.toSet());
        TreeSet<String> others = new TreeSet<>();
        for (GpuProcess each : computing.processes()) {
            Gpu card = byDevice.get(each.device());
            if (card != null && cards.containsKey(card.index())) {
                table.find(each.pid())
                        .filter(process -> !users.contains(process.user()))
                        .ifPresent(process -> others.add(
                                "Process %d (%s) of %s uses card %d as well, and has no part in the reservation"
                                        .formatted(process.pid(), process.label(), process.user(), card.index())));
            }
        }
        return List.copyOf(others);
    }

    /** Adds them to a request. */
    void put(ObjectNode request) {
        ArrayNode used = request.putArray("cards");
        cards.forEach(card -> used.addObject().put("device", card.uuid()).put("number", card.index()));
        ArrayNode adopted = request.putArray("processes");
        processes.forEach(process -> adopted.addObject()
                .put("pid", process.pid())
                .put("user", process.user())
                .put("process", process.label()));
    }
}
