package dev.berth.cli.guard;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.host.HostProcess;
import dev.berth.cli.host.ProcessTable;
import dev.berth.cli.host.Terminals;
import dev.berth.cli.text.AnswerText;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Does what the policy says to processes without a reservation: warns, and after the grace ends them. */
final class Enforcement {
    private final Policy policy;
    private final Announcement announcement;
    private final Map<String, Instant> warned = new HashMap<>();
    private final Map<String, Instant> terminated = new HashMap<>();

    /** Puts what is about to be done to a process into the audit log of the service. */
    interface Announcement {
        /** Whether it is there now; if not, it must not be done. */
        boolean announce(String act, HostProcess process);
    }

    Enforcement(Policy policy, Announcement announcement) {
        this.policy = policy;
        this.announcement = announcement;
    }

    /**
     * Does the next step to each.
     *
     * @param intruders as the service has told
     * @param processes in which they were seen
     */
    void enforce(Instant now, JsonNode intruders, ProcessTable processes) {
        Set<String> present = new HashSet<>();
        for (JsonNode intruder : intruders) {
            Optional<HostProcess> process = processes.find(intruder.path("pid").asLong());
            if (process.isPresent() && process.get().user().equals(AnswerText.text(intruder, "user"))) {
                present.add(key(process.get()));
                if (policy.mayTouch(process.get())) {
                    step(now, intruder, process.get(), processes);
                }
            }
        }
        warned.keySet().retainAll(present);
        terminated.keySet().retainAll(present);
    }

    private static String key(HostProcess process) {
        return process.pid() + " " + process.born();
    }

    private void step(Instant now, JsonNode intruder, HostProcess process, ProcessTable processes) {
        String key = key(process);
        Instant since = Instant.parse(AnswerText.text(intruder, "since"));
        // Which process of a user loads the processors is a guess: nobody is stopped for that.
        boolean mayStop = policy.kind() == Policy.Kind.stop && intruder.has("servers");
        if (!warned.containsKey(key)) {
            if (announcement.announce("warn", process)) {
                warned.put(key, now);
                Terminals.say(Terminals.of(process.user(), processes), warning(intruder, process, mayStop));
            }
            return;
        }
        if (!mayStop || now.isBefore(since.plus(policy.grace()))) {
            return;
        }
        Instant asked = terminated.get(key);
        if (asked == null) {
            if (announcement.announce("terminate", process)) {
                terminated.put(key, now);
                end(process, false);
            }
        } else if (!now.isBefore(asked.plus(policy.toKill())) && announcement.announce("kill", process)) {
            end(process, true);
        }
    }

    /** Only if it is still the process that was seen: its number may be another's by now. */
    private static void end(HostProcess process, boolean forcibly) {
        Optional<ProcessHandle> handle = ProcessHandle.of(process.pid());
        if (handle.isPresent() && ProcessTable.isStill(process)) {
            boolean unused =
                    forcibly ? handle.get().destroyForcibly() : handle.get().destroy();
        }
    }

    private static String warning(JsonNode intruder, HostProcess process, boolean isStopped) {
        return "berth: your process %d (%s) uses %s of pool %s without a reservation. Reserve servers with berth book or berth run%s."
                .formatted(
                        process.pid(),
                        process.name(),
                        intruder.has("servers") ? "servers" : "cores",
                        HostProcess.printable(AnswerText.text(intruder, "pool")),
                        isStopped ? ", or it is stopped" : "");
    }
}
