package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.host.MigDevices;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.run.fence.HostLimits;
import dev.berth.engine.model.ServerSet;
import dev.berth.words.PartWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The servers of a reservation, as a command has to know them.
 *
 * @param numbers in their pool, which never change
 * @param names or numbers, where they have no names
 * @param hosts each once; a command runs on the first, unless {@link #seenFrom} says otherwise
 * @param hostOfEach the host of each server; empty where that is not known of all
 * @param devices of GPUs; empty unless all servers are GPUs
 * @param usedByOthers the names of those that somebody was seen to use without a reservation
 * @param parts what it has of each of them
 * @param slots how many processes each host is to have, in the order of the hosts: a process for each card, else for each core, else for each
 *     server
 */
record RunServers(
        List<Integer> numbers,
        List<String> names,
        List<String> hosts,
        List<String> hostOfEach,
        List<String> devices,
        List<String> usedByOthers,
        Parts parts,
        List<Integer> slots) {
    /** Names of devices that CUDA understands: UUIDs of GPUs and of parts of them, and their numbers. */
    private static final Pattern CUDA = Pattern.compile("(GPU|MIG)-.*|\\d{1,3}");

    /**
     * Parts of servers; none if they are whole.
     *
     * @param amounts such as {@code gpu=2}, memory in MiB, a share as a decimal
     * @param devices such as {@code dgx1:gpu:0}, of all servers
     * @param cards numbers of the cards of the server on which the command runs, if it has one server or one on each host
     * @param others numbers of other devices by the name of their part, such as MIG devices, if it has one server
     */
    record Parts(List<String> amounts, List<String> devices, List<String> cards, Map<String, List<Integer>> others) {
        static final Parts WHOLE = new Parts(List.of(), List.of(), List.of(), Map.of());

        /** Limits of a command on this machine; none where it has the whole server. */
        HostLimits limits() {
            Map<String, Long> all = new LinkedHashMap<>();
            for (String each : amounts) {
                String[] amount = each.split("=", 2);
                if (amount[1].matches("\\d{1,15}")) {
                    all.put(amount[0], Long.parseLong(amount[1]));
                }
            }
            return HostLimits.ofParts(all);
        }

        /** The same with devices in the order of the servers, and the cards of the first if its host has no other of them. */
        private Parts first(List<String> servers, int onHost) {
            List<String> sorted = new ArrayList<>();
            servers.forEach(server -> devices.stream()
                    .filter(each -> each.startsWith(server + ":"))
                    .forEach(sorted::add));
            String own = servers.getFirst() + ":" + PartWords.GPU + ":";
            return new Parts(
                    amounts,
                    List.copyOf(sorted),
                    onHost > 1
                            ? cards
                            : sorted.stream()
                                    .filter(each -> each.startsWith(own))
                                    .map(each -> each.substring(own.length()))
                                    .toList(),
                    others);
        }

        private static Parts read(JsonNode holder, Map<Integer, JsonNode> machines) {
            List<String> amounts = new ArrayList<>();
            List<String> devices = new ArrayList<>();
            List<String> cards = new ArrayList<>();
            Map<String, List<Integer>> others = new TreeMap<>();
            holder.path("parts")
                    .properties()
                    .forEach(each ->
                            amounts.add(each.getKey() + "=" + each.getValue().asText()));
            JsonNode share = holder.path("share");
            if (share.isObject()) {
                amounts.add(share.path("part").asText() + "="
                        + (share.has("memory")
                                ? share.path("memory").asText() + "MiB"
                                : PartWords.fraction(share.path("thousandths").asInt())));
            }
            for (JsonNode each : holder.path("devices")) {
                String part = each.path("part").asText();
                int server = each.path("server").asInt();
                JsonNode machine = machines.get(server);
                String name = machine == null
                        ? Integer.toString(server)
                        : machine.path("name").asText();
                for (JsonNode number : each.path("numbers")) {
                    devices.add(name + ":" + part + ":" + number.asText());
                    if (part.equals(PartWords.GPU)) {
                        cards.add(number.asText());
                    } else {
                        others.computeIfAbsent(part, any -> new ArrayList<>()).add(number.asInt());
                    }
                }
            }
            boolean isOne = holder.path("serverNumbers").size() == 1;
            return new Parts(
                    List.copyOf(amounts),
                    List.copyOf(devices),
                    isOne ? List.copyOf(cards) : List.of(),
                    isOne ? others : Map.of());
        }
    }

    /** Whole servers. */
    RunServers(
            List<Integer> numbers,
            List<String> names,
            List<String> hosts,
            List<String> devices,
            List<String> usedByOthers) {
        this(numbers, names, hosts, List.of(), devices, usedByOthers, Parts.WHOLE, List.of());
    }

    /** Reads how a reservation stands. */
    static RunServers read(JsonNode answer) {
        return read(answer, answer.path("reservation"));
    }

    /** Reads how something stands that has servers. */
    static RunServers read(JsonNode answer, JsonNode holder) {
        Map<Integer, JsonNode> byNumber = new LinkedHashMap<>();
        answer.path("machines").forEach(each -> byNumber.put(each.path("number").asInt(), each));
        List<Integer> numbers = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<String> hosts = new ArrayList<>();
        List<String> devices = new ArrayList<>();
        List<String> usedByOthers = new ArrayList<>();
        for (JsonNode number : holder.path("serverNumbers")) {
            numbers.add(number.intValue());
            JsonNode machine = byNumber.get(number.intValue());
            names.add(machine == null ? number.asText() : machine.path("name").asText());
            if (machine != null && machine.has("host")) {
                hosts.add(machine.path("host").asText());
            }
            if (machine != null && machine.path("usedByOthers").asBoolean()) {
                usedByOthers.add(machine.path("name").asText());
            }
            if (machine != null && CUDA.matcher(machine.path("device").asText()).matches()) {
                devices.add(machine.path("device").asText());
            }
        }
        return new RunServers(
                List.copyOf(numbers),
                List.copyOf(names),
                hosts.stream().distinct().toList(),
                hosts.size() == names.size() ? List.copyOf(hosts) : List.of(),
                devices.size() == names.size() ? List.copyOf(devices) : List.of(),
                List.copyOf(usedByOthers),
                Parts.read(holder, byNumber),
                slots(holder, byNumber));
    }

    private static List<Integer> slots(JsonNode holder, Map<Integer, JsonNode> machines) {
        JsonNode parts = holder.path("parts");
        int each =
                Math.max(1, parts.path(PartWords.GPU).asInt(parts.path("cores").asInt(1)));
        Map<String, Integer> byHost = new LinkedHashMap<>();
        for (JsonNode number : holder.path("serverNumbers")) {
            JsonNode machine = machines.get(number.intValue());
            if (machine != null && machine.has("host")) {
                byHost.merge(machine.path("host").asText(), each, Integer::sum);
            }
        }
        return List.copyOf(byHost.values());
    }

    /** Whether they are known to be on other machines, all of them. */
    boolean areElsewhere(ThisHost here) {
        return !hosts.isEmpty() && hosts.stream().noneMatch(here::isCalled);
    }

    /**
     * The same servers with those of one host first, where their command runs: it may be started on a host that is not the first of the
     * reservation. Its cards are those of that host alone, because the numbers of others mean other cards there.
     */
    RunServers seenFrom(ThisHost here) {
        if (hosts.size() < 2 || hostOfEach.isEmpty()) {
            return this;
        }
        List<Integer> order = new ArrayList<>();
        List<Integer> others = new ArrayList<>();
        for (int i = 0; i < hostOfEach.size(); i++) {
            (here.isCalled(hostOfEach.get(i)) ? order : others).add(i);
        }
        if (order.isEmpty()) {
            return this;
        }
        int own = order.size();
        order.addAll(others);
        List<String> sorted = each(order, names);
        List<String> hostsFirst = each(order, hostOfEach).stream().distinct().toList();
        return new RunServers(
                each(order, numbers),
                sorted,
                hostsFirst,
                each(order, hostOfEach),
                devices.isEmpty() ? devices : each(order, devices).subList(0, own),
                usedByOthers,
                parts.first(sorted, own),
                slots.isEmpty()
                        ? slots
                        : hostsFirst.stream()
                                .map(each -> slots.get(hosts.indexOf(each)))
                                .toList());
    }

    private static <T> List<T> each(List<Integer> order, List<T> of) {
        return order.stream().map(of::get).toList();
    }

    boolean containsAll(RunServers others) {
        return numbers.containsAll(others.numbers);
    }

    /** For people: {@code server 3}, {@code servers 0-3, 7}, {@code servers gpu0, gpu1}. */
    @Override
    public String toString() {
        ServerSet set = ServerSet.of(numbers.stream().mapToInt(number -> number).toArray());
        boolean isNamed = !names.equals(numbers.stream().map(String::valueOf).toList());
        return (names.size() == 1 ? "server " : "servers ") + (isNamed ? String.join(", ", names) : set.ranges());
    }

    /**
     * Environment variables that tell a command about its servers.
     *
     * @param searchPath where nvidia-smi is found, which knows the MIG devices of this machine
     */
    Map<String, String> variables(String searchPath) {
        Map<String, String> variables = variables();
        if (parts.cards().isEmpty() && !parts.others().isEmpty()) {
            List<String> uuids = MigDevices.uuids(parts.others(), searchPath);
            if (!uuids.isEmpty()) {
                variables.put("CUDA_VISIBLE_DEVICES", String.join(",", uuids));
            }
        }
        return variables;
    }

    /** The same without MIG devices. */
    Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("BERTH_SERVERS", String.join(",", names));
        if (!hosts.isEmpty()) {
            variables.put("BERTH_HOSTS", String.join(",", hosts));
        }
        if (hosts.size() > 1 && slots.size() == hosts.size()) {
            // In the form that mpirun --host takes.
            variables.put(
                    "BERTH_SLOTS",
                    IntStream.range(0, hosts.size())
                            .mapToObj(i -> hosts.get(i) + ":" + slots.get(i))
                            .collect(Collectors.joining(",")));
        }
        if (!devices.isEmpty()) {
            variables.put("CUDA_VISIBLE_DEVICES", String.join(",", devices));
        }
        if (!parts.amounts().isEmpty()) {
            variables.put("BERTH_PARTS", String.join(",", parts.amounts()));
        }
        if (!parts.devices().isEmpty()) {
            variables.put("BERTH_DEVICES", String.join(",", parts.devices()));
        }
        if (!parts.cards().isEmpty()) {
            // Cards are numbered as nvidia-smi numbers them; CUDA would put the fastest first.
            variables.put("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
            variables.put("CUDA_VISIBLE_DEVICES", String.join(",", parts.cards()));
        }
        return variables;
    }
}
