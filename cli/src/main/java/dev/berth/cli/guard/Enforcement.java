package dev.berth.cli.guard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.host.ExactSignal;
import dev.berth.cli.host.HostProcess;
import dev.berth.cli.host.ProcessTable;
import dev.berth.cli.host.Terminals;
import dev.berth.cli.text.AnswerText;
import dev.berth.words.Spans;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Does what the policy says to processes without a reservation: warns, and after the grace ends them. */
final class Enforcement {
    private final Policy policy;
    private final Announcement announcement;
    private final Presences presences;
    /** Processes that were asked to end, by number and birth. */
    private final Map<String, Instant> terminated = new HashMap<>();

    /** Puts what is about to be done to a process into the audit log of the service. */
    interface Announcement {
        /** Whether it is there now; if not, it must not be done. */
        boolean announce(String act, HostProcess process);
    }

    Enforcement(Policy policy, Announcement announcement) {
        this.policy = policy;
        this.announcement = announcement;
        this.presences = new Presences(policy);
    }

    /**
     * A process with all devices that it uses without a reservation.
     *
     * @param seen one for each of them
     */
    private record Intruder(HostProcess process, List<JsonNode> uses, List<Presences.Presence> seen) {
        Intruder(HostProcess process) {
            this(process, new ArrayList<>(), new ArrayList<>());
        }

        /** Which process of a user loads the processors is a guess: nobody is stopped for that. */
        boolean isOnDevice() {
            return uses.stream().anyMatch(use -> use.has("servers"));
        }

        /** The longest presence of its user on one of its devices. */
        Instant since() {
            return IntStream.range(0, seen.size())
                    .filter(i -> uses.get(i).has("servers"))
                    .mapToObj(i -> seen.get(i).since())
                    .min(Comparator.naturalOrder())
                    .orElseThrow();
        }
    }

    /**
     * Does the next step to each.
     *
     * @param intruders as the service has told
     * @param processes in which they were seen
     */
    void enforce(Instant now, JsonNode intruders, ProcessTable processes) {
        presences.look(now);
        Map<String, Intruder> present = new LinkedHashMap<>();
        for (JsonNode use : intruders) {
            Optional<HostProcess> process = processes.find(use.path("pid").asLong());
            if (process.isPresent() && process.get().user().equals(AnswerText.text(use, "user"))) {
                Intruder intruder = present.computeIfAbsent(key(process.get()), any -> new Intruder(process.get()));
                intruder.uses().add(use);
                intruder.seen().add(presences.seen(where(use), now));
            }
        }
        for (Intruder each : present.values()) {
            if (policy.mayTouch(each.process())) {
                step(now, each, processes);
            }
        }
        terminated.keySet().retainAll(present.keySet());
    }

    private static Presences.Where where(JsonNode use) {
        List<String> servers = new ArrayList<>();
        use.path("servers").forEach(each -> servers.add(each.asText()));
        return new Presences.Where(AnswerText.text(use, "user"), AnswerText.text(use, "pool"), servers);
    }

    private static String key(HostProcess process) {
        return process.pid() + " " + process.born();
    }

    private void step(Instant now, Intruder intruder, ProcessTable processes) {
        HostProcess process = intruder.process();
        boolean mayStop = policy.kind() == Policy.Kind.stop && intruder.isOnDevice();
        if (!intruder.seen().stream().allMatch(Presences.Presence::isWarned)) {
            if (announcement.announce("warn", process)) {
                intruder.seen().forEach(Presences.Presence::warned);
                Terminals.say(Terminals.of(process.user(), processes), warning(intruder, mayStop));
            }
            return;
        }
        if (!mayStop || now.isBefore(intruder.since().plus(policy.grace()))) {
            return;
        }
        Instant asked = terminated.get(key(process));
        if (asked == null) {
            if (announcement.announce("terminate", process)) {
                terminated.put(key(process), now);
                ExactSignal.TERM.send(process);
            }
        } else if (!now.isBefore(asked.plus(policy.toKill())) && announcement.announce("kill", process)) {
            ExactSignal.KILL.send(process);
        }
    }

    private String warning(Intruder intruder, boolean isStopped) {
        return "berth: your process %d (%s) uses %s of pool %s without a reservation. Reserve servers with berth book or berth run%s."
                .formatted(
                        intruder.process().pid(),
                        intruder.process().label(),
                        intruder.isOnDevice() ? "servers" : "cores",
                        HostProcess.printable(AnswerText.text(intruder.uses().getFirst(), "pool")),
                        isStopped
                                ? "; otherwise this and what you start there after it is stopped %s after you were first seen there"
                                        .formatted(Spans.text(policy.grace()))
                                : "");
    }
}
