package dev.berth.cli.pool.slurm;

import dev.berth.cli.command.ShellCommand;
import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.text.Columns;
import dev.berth.engine.model.Rate;
import dev.berth.slurm.Census;
import dev.berth.slurm.ClusterNode;
import dev.berth.slurm.ClusterPools;
import dev.berth.slurm.ClusterSilent;
import dev.berth.slurm.SlurmSettings;
import dev.berth.slurm.client.Slurm;
import dev.berth.wire.DecimalStrings;
import dev.berth.wire.NamedServer;
import dev.berth.wire.NodeRanges;
import dev.berth.wire.PoolJson;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code berth pools import slurm}. */
public final class ImportSlurm implements ShellCommand {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    /** Words that YAML does not read as a string without quotes. */
    private static final Pattern SPECIAL = Pattern.compile("(?i)y|n|yes|no|on|off|true|false|null");

    private final Environment environment;

    private String partitions = "";
    private String rates = "";
    private boolean parts;

    public ImportSlurm(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void declare(Syntax syntax) {
        syntax.about(
                "Reads the nodes of the Slurm cluster of this machine (scontrol), shows the pools that a service would"
                        + " make of them, and prints the lines for site.yaml. Changes nothing and needs no service.",
                "Each partition becomes a pool; nodes with a feature of --rates become a pool of their own.");
        syntax.text(
                "--partitions",
                "NAMES",
                "Partitions whose nodes can be booked, such as batch,gpu; a node in several belongs to the first."
                        + " Default: all, the smallest first",
                value -> partitions = value);
        syntax.text(
                "--rates",
                "RATES",
                "Speed of nodes by a feature, such as gpu=1,bigmem=0.5; the first that a node has counts. Default: 1",
                value -> rates = value);
        syntax.flag(
                "--parts",
                "Book cards and cores of nodes instead of whole nodes, where this Slurm can reserve them",
                () -> parts = true);
        syntax.examples("berth pools import slurm --partitions batch,gpu --rates bigmem=0.8 >> site.yaml");
    }

    @Override
    public int run() {
        Map<String, Rate> byFeature = rates();
        Census census = census();
        List<String> chosen = partitions.isEmpty() ? smallestFirst(census) : chosen(census);
        checkFeatures(census, byFeature);
        SlurmSettings settings = SlurmSettings.of(chosen.toArray(String[]::new)).withRates(byFeature, Rate.of("1"));
        if (parts) {
            settings = settings.withParts();
            ClusterPools.wholeOnly(census, settings)
                    .forEach((partition, reason) -> environment
                            .streams()
                            .err()
                            .println(
                                    "Nodes of partition %s can only be booked whole: %s".formatted(partition, reason)));
        }
        List<PoolJson.Planned> pools = ClusterPools.of(census, settings);
        environment.streams().out().print(table(pools) + yaml(chosen(pools, chosen), byFeature, parts));
        return ExitCode.DONE;
    }

    private Census census() {
        Map<String, String> conf = new TreeMap<>();
        if (!environment.variable("SLURM_CONF").isEmpty()) {
            conf.put("SLURM_CONF", environment.variable("SLURM_CONF"));
        }
        if (!environment.variable("PATH").isEmpty()) {
            conf.put("PATH", environment.variable("PATH"));
        }
        try {
            return new Slurm(conf, environment.clock()::millis).asking(parts).observe();
        } catch (ClusterSilent e) {
            throw new Failed("Cannot read the cluster: " + e.getMessage()
                    + ". Run this on a machine where scontrol show node works");
        }
    }

    private Map<String, Rate> rates() {
        Map<String, Rate> read = new LinkedHashMap<>();
        for (String each : listed(rates)) {
            int equals = each.indexOf('=');
            try {
                read.put(
                        each.substring(0, Math.max(0, equals)),
                        Rate.of(DecimalStrings.plain(each.substring(equals + 1))));
            } catch (IllegalArgumentException e) {
                equals = 0;
            }
            if (equals <= 0) {
                throw new BadInput(
                        "--rates: cannot read \"%s\"; give a feature and a speed above 0 and at most 1, such as bigmem=0.5"
                                .formatted(each));
            }
        }
        return read;
    }

    private static List<String> listed(String names) {
        return names.isEmpty()
                ? List.of()
                : Stream.of(names.split(",", -1)).map(String::strip).toList();
    }

    /** So that a partition of all nodes does not take those of the others. */
    private static List<String> smallestFirst(Census census) {
        return sizes(census).entrySet().stream()
                .sorted(Comparator.comparingLong(Map.Entry<String, Long>::getValue)
                        .thenComparing(Map.Entry::getKey))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Map<String, Long> sizes(Census census) {
        return census.nodes().values().stream()
                .flatMap(node -> node.partitions().stream())
                .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
    }

    private List<String> chosen(Census census) {
        Map<String, Long> known = sizes(census);
        List<String> names = listed(partitions);
        for (String name : names) {
            if (!known.containsKey(name)) {
                throw new BadInput("--partitions: no node is in the partition \"%s\"; this cluster has %s"
                        .formatted(name, String.join(", ", known.keySet())));
            }
        }
        return names;
    }

    private static void checkFeatures(Census census, Map<String, Rate> byFeature) {
        List<String> known = census.nodes().values().stream()
                .map(ClusterNode::features)
                .flatMap(features -> features.stream())
                .distinct()
                .sorted()
                .toList();
        for (String feature : byFeature.keySet()) {
            if (!known.contains(feature)) {
                throw new BadInput("--rates: no node has the feature \"%s\"; this cluster has %s"
                        .formatted(feature, known.isEmpty() ? "none" : String.join(", ", known)));
            }
        }
    }

    /** Partitions that became a pool; the nodes of a partition without one may all be in the pools of others. */
    private static List<String> chosen(List<PoolJson.Planned> pools, List<String> partitions) {
        return partitions.stream()
                .filter(name -> pools.stream()
                        .anyMatch(each -> name.equals(each.pool().attributes().get(ClusterPools.PARTITION))))
                .toList();
    }

    /** Table of the pools as a comment of YAML, so that the whole output can go into site.yaml. */
    private static String table(List<PoolJson.Planned> pools) {
        Columns columns = new Columns("POOL", "NODES", "RATE", "ATTRIBUTES", "NAMES");
        for (PoolJson.Planned each : pools) {
            List<String> attributes = new ArrayList<>();
            new TreeMap<>(each.pool().attributes()).forEach((name, value) -> attributes.add(name + "=" + value));
            columns.row(
                    each.pool().id().name(),
                    each.pool().servers(),
                    each.pool().rate(),
                    String.join(" ", attributes),
                    NodeRanges.folded(
                            each.named().stream().map(NamedServer::name).toList()));
        }
        return columns.toString().lines().map(line -> "# " + line + "\n").collect(Collectors.joining());
    }

    private static String yaml(List<String> partitions, Map<String, Rate> byFeature, boolean parts) {
        List<String> speeds = new ArrayList<>();
        byFeature.forEach((feature, rate) -> speeds.add(quoted(feature) + ": " + rate));
        return """
            cluster:
              slurm:
                mode: watch  # only looks; keep lets it make reservations
                partitions: [%s]
                lead: %s  # where ordinary jobs run as well: at least the MaxTime of the partition
            %s\
            """.formatted(
                                partitions.stream().map(ImportSlurm::quoted).collect(Collectors.joining(", ")),
                                SlurmSettings.LEAD,
                                speeds.isEmpty() ? "" : "    rates: {%s}\n".formatted(String.join(", ", speeds)))
                + (parts ? "    parts: true\n" : "");
    }

    private static String quoted(String name) {
        return PLAIN.matcher(name).matches() && !SPECIAL.matcher(name).matches() ? name : "'" + name + "'";
    }
}
