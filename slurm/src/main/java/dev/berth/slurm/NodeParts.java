package dev.berth.slurm;

import dev.berth.engine.model.Part;
import dev.berth.engine.model.Parts;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Slice;
import dev.berth.words.PartWords;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parts of the nodes of a cluster: cores, and cards by their type. Memory is none, because no reservation of Slurm keeps it. Cards of one type
 * are the part {@code gpu}, and the type is an attribute of the pool; cards of several types, and MIG devices, are parts of their own.
 */
final class NodeParts {
    static final String CORES = "cores";

    /** The attribute of a pool whose cores have several threads each. */
    private static final String THREADS = "threads-per-core";

    /** Name that a cluster has for a processor, of which a core has as many as threads. */
    private static final String PROCESSOR = "cpu";

    private static final String DEVICE = "gres/";
    private static final Pattern CARD =
            Pattern.compile("gpu(?::([A-Za-z][A-Za-z0-9._-]*|[0-9]+g\\.[A-Za-z0-9._-]+))?:([0-9]{1,3})");
    private static final Pattern MIG = Pattern.compile("[0-9]+g\\..*");

    private NodeParts() {}

    /** Kinds of cards of a node, with their numbers: {@code a100} to 8; the empty name for cards without a type. */
    static SortedMap<String, Integer> cards(ClusterNode node) {
        SortedMap<String, Integer> cards = new TreeMap<>();
        for (String device : node.devices().split(",", -1)) {
            Matcher card = CARD.matcher(device);
            if (card.matches()) {
                cards.merge(card.group(1) == null ? "" : card.group(1), Integer.parseInt(card.group(2)), Integer::sum);
            }
        }
        cards.values().removeIf(count -> count == 0);
        return cards;
    }

    /** Why the nodes can only be booked as a whole; empty if they can be booked in parts. */
    static Optional<String> obstacle(ClusterNode node, PartsHeld held) {
        if (!held.areAny()) {
            return Optional.of(held.obstacle());
        }
        if (!held.typed() && cards(node).keySet().stream().anyMatch(type -> !type.isEmpty())) {
            return Optional.of(
                    "this version of Slurm gives cards with a type to jobs of others although they are reserved; 26.05"
                            + " and later keep them");
        }
        for (String type : cards(node).keySet()) {
            if (!held.kinds().contains(kind(type, held))) {
                return Optional.of(
                        held.noDevices().isEmpty()
                                ? "Slurm reserves no %1$s, because AccountingStorageTRES in slurm.conf does not name it"
                                        .formatted(kind(type, held))
                                : held.noDevices());
            }
        }
        Optional<String> nameless = cards(node).keySet().stream()
                .filter(type -> !type.equals(type.toLowerCase(Locale.ROOT))
                        && (cards(node).size() > 1 || isMig(type)))
                .findFirst();
        if (nameless.isPresent()) {
            return Optional.of("the type %s of their cards has capitals, and no part can".formatted(nameless.get()));
        }
        return cards(node).values().stream().mapToInt(Integer::intValue).sum() > Parts.MOST_DEVICES
                ? Optional.of("they have more than %d cards".formatted(Parts.MOST_DEVICES))
                : Optional.empty();
    }

    /** The parts of a node. */
    static Parts of(ClusterNode node) {
        SortedMap<String, Integer> cards = cards(node);
        Part[] parts = new Part[cards.size() + 1];
        int next = 0;
        for (Map.Entry<String, Integer> each : cards.entrySet()) {
            parts[next++] = Part.devices(part(each.getKey(), cards.size() == 1), each.getValue());
        }
        parts[next] = Part.amount(CORES, Math.max(1, node.cpus() / node.threads()));
        return Parts.of(parts);
    }

    /** Attributes that jobs can ask for, or that it takes to name the parts to the cluster. */
    static Map<String, String> attributes(ClusterNode node) {
        Map<String, String> attributes = new TreeMap<>();
        SortedMap<String, Integer> cards = cards(node);
        if (cards.size() == 1 && !cards.firstKey().isEmpty() && !isMig(cards.firstKey())) {
            attributes.put(PartWords.GPU, cards.firstKey());
        }
        if (node.threads() > 1) {
            attributes.put(THREADS, String.valueOf(node.threads()));
        }
        return attributes;
    }

    /** A name for all nodes with the same parts, such as {@code 8xa100-16c}. */
    static String shape(ClusterNode node) {
        StringBuilder shape = new StringBuilder();
        cards(node)
                .forEach((type, count) -> shape.append(count)
                        .append('x')
                        .append(type.isEmpty() ? PartWords.GPU : type)
                        .append('-'));
        shape.append(Math.max(1, node.cpus() / node.threads())).append('c');
        return node.threads() > 1 ? shape.append(node.threads()).append('t').toString() : shape.toString();
    }

    /** A slice of each server of a pool as the cluster names its parts; empty for whole nodes. */
    static SortedMap<String, Long> asked(Pool pool, Slice slice, PartsHeld held) {
        SortedMap<String, Long> asked = new TreeMap<>();
        slice.amounts().forEach((part, amount) -> {
            if (part.equals(CORES)) {
                asked.put(PROCESSOR, amount * Integer.parseInt(pool.attributes().getOrDefault(THREADS, "1")));
            } else {
                String type = part.equals(PartWords.GPU)
                        ? pool.attributes().getOrDefault(PartWords.GPU, "")
                        : part.substring(PartWords.GPU.length() + 1);
                asked.put(kind(type, held), amount);
            }
        });
        return asked;
    }

    /** Capacity of a node for what is {@link #asked}. */
    static SortedMap<String, Long> capacity(ClusterNode node, PartsHeld held) {
        SortedMap<String, Long> capacity = new TreeMap<>();
        capacity.put(PROCESSOR, (long) node.cpus());
        cards(node).forEach((type, count) -> capacity.merge(kind(type, held), (long) count, Long::sum));
        return Collections.unmodifiableSortedMap(capacity);
    }

    private static String kind(String type, PartsHeld held) {
        return DEVICE + PartWords.GPU + (type.isEmpty() || !held.typed() ? "" : ":" + type);
    }

    private static String part(String type, boolean isOnly) {
        return type.isEmpty() || (isOnly && !isMig(type)) ? PartWords.GPU : PartWords.GPU + "-" + type;
    }

    private static boolean isMig(String type) {
        return MIG.matcher(type).matches();
    }
}
