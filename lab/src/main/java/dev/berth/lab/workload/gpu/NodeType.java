package dev.berth.lab.workload.gpu;

import dev.berth.engine.model.Parts;
import java.util.List;

/**
 * Nodes of a GPU cluster that are alike.
 *
 * @param memory in MiB
 * @param count how many there are
 */
public record NodeType(int milliCores, int memory, int cards, int count) {
    /**
     * The 1,213 nodes with 6,212 cards of Alibaba's trace of 2023 (alibaba/clusterdata, cluster-trace-gpu-v2023,
     * openb_node_list_gpu_node.csv), counted by what they have, the fewest cards first. The model of the cards is left out, for the
     * tasks of the trace name none.
     */
    public static final List<NodeType> ALIBABA_2023 = List.of(
            new NodeType(8_000, 32_768, 1, 19),
            new NodeType(8_000, 61_440, 1, 3),
            new NodeType(128_000, 1_048_576, 1, 2),
            new NodeType(8_000, 61_440, 2, 2),
            new NodeType(16_000, 122_880, 2, 107),
            new NodeType(64_000, 262_144, 2, 22),
            new NodeType(104_000, 524_288, 2, 387),
            new NodeType(32_000, 131_072, 4, 28),
            new NodeType(48_000, 376_832, 4, 9),
            new NodeType(96_000, 393_216, 4, 17),
            new NodeType(64_000, 262_144, 8, 7),
            new NodeType(82_000, 344_064, 8, 1),
            new NodeType(96_000, 393_216, 8, 549),
            new NodeType(96_000, 786_432, 8, 21),
            new NodeType(128_000, 786_432, 8, 39));

    /** Number of cards of all nodes. */
    public static int cards(List<NodeType> types) {
        return types.stream().mapToInt(type -> type.cards * type.count).sum();
    }

    public Parts parts() {
        return GpuRequest.host(milliCores / 1000, memory, cards);
    }

    public NodeType withCount(int other) {
        return new NodeType(milliCores, memory, cards, other);
    }
}
