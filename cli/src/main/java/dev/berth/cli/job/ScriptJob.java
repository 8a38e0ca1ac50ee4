package dev.berth.cli.job;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.remote.Remote;
import dev.berth.cli.slurm.SbatchScript;
import dev.berth.engine.model.Slice;
import dev.berth.words.Moments;
import dev.berth.words.PartWords;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

/**
 * A job as the {@code #SBATCH} lines of a script describe it, at a site: its partition is a pool or an attribute of pools, and where these
 * have hosts with parts, it takes parts of each host. Otherwise it takes whole servers. What the site does not count is left out, and
 * said.
 */
final class ScriptJob {
    private static final String PARTITION = "partition";

    private final SbatchScript script;
    private final List<JsonNode> pools;
    private final List<String> notCounted = new ArrayList<>();
    private final ObjectNode job = JsonTree.object();

    /** @param pools of the site that are meant; all if none is named */
    private ScriptJob(SbatchScript script, List<JsonNode> pools) {
        this.script = script;
        this.pools = pools;
    }

    /**
     * The job that a script and the options beside it ask for; an option counts more than what the script says, as with {@code sbatch}.
     * How the script was understood is shown first.
     */
    static ObjectNode of(SbatchScript script, JobOptions options, String name, Remote remote) {
        List<JsonNode> all = StreamSupport.stream(
                        remote.service()
                                .send("GET", "/pools")
                                .expected()
                                .path("pools")
                                .spliterator(),
                        false)
                .toList();
        ScriptJob reading = new ScriptJob(script, meant(all, script, options));
        reading.fill(all, options, name, remote.moments());
        options.addTo(reading.job, remote.moments());
        if (!reading.job.has("stay") && !reading.job.has("work") && !reading.job.has("table")) {
            throw new BadInput("%s has no --time; add --for, such as --for 4h".formatted(script.file()));
        }
        if (!remote.isJson()) {
            remote.out().println("Understood: " + reading.understood());
            script.ignored()
                    .forEach(each -> remote.out()
                            .println("Ignored: " + each
                                    + "; Berth chooses the servers. To restrict them, add --pool,"
                                    + " --host or --require"));
        }
        return reading.job;
    }

    private static List<JsonNode> meant(List<JsonNode> all, SbatchScript script, JobOptions options) {
        String pool = options.place().pool();
        if (pool != null) {
            return all.stream().filter(each -> isNamed(each, pool)).toList();
        }
        if (script.partition().isEmpty()) {
            return all;
        }
        List<JsonNode> found = all.stream()
                .filter(each -> isNamed(each, script.partition()) || isOf(each, script.partition()))
                .toList();
        if (found.isEmpty()) {
            throw new BadInput("%s asks for partition %s, but the site has no pool of it; name a pool with --pool: %s"
                    .formatted(
                            script.file(),
                            script.partition(),
                            String.join(
                                    ", ",
                                    all.stream()
                                            .map(each -> each.path("name").asText())
                                            .toList())));
        }
        return found;
    }

    private static boolean isNamed(JsonNode pool, String name) {
        return pool.path("name").asText().equals(name);
    }

    private static boolean isOf(JsonNode pool, String partition) {
        return pool.path("attributes").path(PARTITION).asText().equals(partition);
    }

    private void fill(List<JsonNode> all, JobOptions options, String name, Moments moments) {
        job.put("name", !name.isEmpty() ? name : script.name().isEmpty() ? plain(script.file()) : plain(script.name()));
        if (!options.saysServers()) {
            job.put("servers", script.nodes());
        }
        if (!options.sayHowLong()) {
            script.time().ifPresent(time -> job.put("stay", time.toString()));
        }
        if (!options.saysReady() && !script.begin().isEmpty()) {
            job.put("ready", time("--begin", script.begin(), moments).toString());
        }
        if (!options.saysDeadline() && !script.deadline().isEmpty()) {
            job.put("deadline", time("--deadline", script.deadline(), moments).toString());
        }
        Map<String, String> attributes = new TreeMap<>();
        if (options.place().pool() == null && !script.partition().isEmpty()) {
            if (all.stream().anyMatch(each -> isOf(each, script.partition()))) {
                attributes.put(PARTITION, script.partition());
            } else {
                job.put("pool", script.partition());
            }
        }
        script.features().forEach(feature -> attributes.put(feature, "yes"));
        if (!script.wholeNodes()) {
            takeParts(attributes, options);
        }
        if (!attributes.isEmpty()) {
            ObjectNode required = job.putObject("attributes");
            attributes.forEach(required::put);
        }
        if (!script.licences().isEmpty() && !options.saysParts()) {
            ObjectNode licences = job.putObject("licences");
            script.licences().forEach(licences::put);
        }
    }

    private Instant time(String option, String text, Moments moments) {
        return moments.parse(script.file() + ": " + option, text);
    }

    /** Names of files and jobs may have characters that names of reservations cannot have. */
    private static String plain(String name) {
        String base = name.substring(name.lastIndexOf('/') + 1);
        String plain = base.replaceAll("[^A-Za-z0-9._-]", "-");
        return plain.length() > 60 ? plain.substring(0, 60) : plain;
    }

    private void takeParts(Map<String, String> attributes, JobOptions options) {
        Set<String> known = new LinkedHashSet<>();
        pools.forEach(pool ->
                pool.path("parts").forEach(part -> known.add(part.path("name").asText())));
        if (known.isEmpty() || options.saysParts()) {
            return;
        }
        Map<String, Long> wanted = new TreeMap<>(script.devices());
        if (script.memory() > 0) {
            wanted.put(PartWords.MEMORY, script.memory());
        }
        if (script.takesParts()) {
            // A task without a number of processors has one.
            wanted.put("cores", Math.max(1, script.cores()));
        }
        if (script.cards() > 0) {
            wanted.put(card(known, attributes), script.cards());
        }
        ObjectNode parts = JsonTree.object();
        wanted.forEach((part, amount) -> {
            if (known.contains(part)) {
                parts.put(part, amount);
            } else if (!part.equals("cores") || script.cores() > 0) {
                notCounted.add(PartWords.counted(part, amount));
            }
        });
        if (!parts.isEmpty()) {
            job.set("parts", parts);
        }
    }

    /** The part that cards of the type are: one of its own, or all cards of pools that have this type as an attribute. */
    private String card(Set<String> known, Map<String, String> attributes) {
        String type = script.cardType();
        String own = PartWords.GPU + "-" + type.toLowerCase(Locale.ROOT);
        if (type.isEmpty() || known.contains(own)) {
            return type.isEmpty() ? PartWords.GPU : own;
        }
        if (pools.stream()
                .anyMatch(pool ->
                        pool.path("attributes").path(PartWords.GPU).asText().equals(type))) {
            attributes.put(PartWords.GPU, type);
        } else {
            notCounted.add("cards of type " + type);
        }
        return PartWords.GPU;
    }

    private String understood() {
        Map<String, Long> parts = new TreeMap<>();
        job.path("parts")
                .properties()
                .forEach(each -> parts.put(each.getKey(), each.getValue().asLong()));
        int servers = job.path("servers").asInt(1);
        StringBuilder words = new StringBuilder(script.file()).append(" asks for ");
        words.append(servers == 1 ? "1 server" : servers + " servers");
        if (!parts.isEmpty()) {
            words.append(servers == 1 ? " with " : ", each with ").append(PartWords.of(Slice.of(parts)));
        } else if (script.takesParts()) {
            words.append(", whole, because the site does not book parts of them");
        } else if (script.wholeNodes()) {
            words.append(", whole");
        }
        job.path("licences")
                .properties()
                .forEach(each -> words.append(" and ")
                        .append(PartWords.licence(each.getKey(), each.getValue().asLong())));
        if (!notCounted.isEmpty()) {
            words.append("; not counted by the site: ").append(String.join(", ", notCounted));
        }
        return words.toString();
    }
}
