package dev.berth.lab.packing;

import dev.berth.engine.model.Share;
import dev.berth.lab.workload.gpu.GpuRequest;
import java.util.Arrays;
import java.util.Locale;

/**
 * Rules that the paper on fragmentation gradient descent compares (Weng et al., USENIX ATC 2023, section 6), as it describes them: the node with the
 * lowest cost is taken. A share goes to the fullest card that has room for it, but for {@link #RANDOM} and {@link #FGD}.
 */
public enum PackingRule {
    /** Any node that has room, and any of its cards. */
    RANDOM,
    /** Smallest product of what is asked for and what is free, each as a share of the node (Tetris). */
    DOT_PRODUCT,
    /** Tasks that ask for as many cards gather on the same nodes (Gandiva): the node with most of them, then an idle one. */
    CLUSTERING,
    /** Cards in use before idle cards, and those before idle nodes. */
    PACKING,
    /** Least that is left, as a sum of shares. */
    BEST_FIT,
    /** The fragmentation grows least. */
    FGD;

    /** Cost of a node and the card for a share. */
    record Choice(double cost, int card) {}

    /** Name in reports. */
    public String words() {
        return this == FGD ? "FGD" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /**
     * The cost of a node that has room for a request.
     *
     * @param alike number of tasks on the node that ask for as many cards
     */
    Choice choice(PackedNode node, GpuRequest request, int alike, Fragmentation fragmentation) {
        int fullest = request.isShare() ? node.fullestCard(request) : PackedNode.NO_CARD;
        return switch (this) {
            // Drawn by the cluster.
            case RANDOM -> new Choice(0, fullest);
            case DOT_PRODUCT -> new Choice(product(node, request), fullest);
            case CLUSTERING -> new Choice(alike > 0 ? -alike : node.isIdle() ? 1 : 2, fullest);
            case PACKING -> new Choice(packed(node, request, fullest), fullest);
            case BEST_FIT -> new Choice(left(node), fullest);
            case FGD -> fragmentation.leastGrowth(node, request);
        };
    }

    private static double product(PackedNode node, GpuRequest request) {
        double whole = node.type.cards() * (double) Share.WHOLE;
        return share(node.milliCores, node.type.milliCores()) * share(request.milliCores(), node.type.milliCores())
                + share(node.memory, node.type.memory()) * share(request.memory(), node.type.memory())
                + node.freeThousandths() / whole * (request.cardThousandths() / whole);
    }

    private static double share(int part, int of) {
        return part / (double) of;
    }

    private static double packed(PackedNode node, GpuRequest request, int fullest) {
        if (request.isShare() && node.cards[fullest] < Share.WHOLE) {
            return node.cards[fullest] / (double) Share.WHOLE;
        }
        return (node.isIdle() ? 2 : 1) + node.idleCards() / 64.0;
    }

    private static double left(PackedNode node) {
        return share(node.milliCores, node.type.milliCores())
                + share(node.memory, node.type.memory())
                + Arrays.stream(node.cards).sum() / (node.type.cards() * (double) Share.WHOLE);
    }
}
