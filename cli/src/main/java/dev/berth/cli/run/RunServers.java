package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.host.ThisHost;
import dev.berth.engine.model.ServerSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The servers of a reservation, as a command has to know them.
 *
 * @param numbers in their pool, which never change
 * @param names or numbers, where they have no names
 * @param hosts each once
 * @param devices of GPUs; empty unless all servers are GPUs
 * @param usedByOthers the names of those that somebody was seen to use without a reservation
 */
record RunServers(
        List<Integer> numbers,
        List<String> names,
        List<String> hosts,
        List<String> devices,
        List<String> usedByOthers) {
    /** Names of devices that CUDA understands: UUIDs of GPUs and of parts of them, and their numbers. */
    private static final Pattern CUDA = Pattern.compile("(GPU|MIG)-.*|\\d{1,3}");

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
                devices.size() == names.size() ? List.copyOf(devices) : List.of(),
                List.copyOf(usedByOthers));
    }

    /** Whether they are known to be on other machines, all of them. */
    boolean areElsewhere(ThisHost here) {
        return !hosts.isEmpty() && hosts.stream().noneMatch(here::isCalled);
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

    /** Environment variables that tell a command about its servers. */
    Map<String, String> variables() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("BERTH_SERVERS", String.join(",", names));
        if (!hosts.isEmpty()) {
            variables.put("BERTH_HOSTS", String.join(",", hosts));
        }
        if (!devices.isEmpty()) {
            variables.put("CUDA_VISIBLE_DEVICES", String.join(",", devices));
        }
        return variables;
    }
}
