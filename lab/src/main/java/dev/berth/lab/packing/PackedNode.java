package dev.berth.lab.packing;

import dev.berth.engine.model.Share;
import dev.berth.lab.workload.gpu.GpuRequest;
import dev.berth.lab.workload.gpu.NodeType;
import java.util.Arrays;

/** A node and what is free of it. */
final class PackedNode {
    /** Answer where no single card is taken. */
    static final int NO_CARD = -1;

    final NodeType type;
    int milliCores;
    int memory;
    /** Thousandths that are free of each card. */
    final int[] cards;

    private int tasks;

    PackedNode(NodeType type) {
        this.type = type;
        this.milliCores = type.milliCores();
        this.memory = type.memory();
        this.cards = new int[type.cards()];
        Arrays.fill(cards, Share.WHOLE);
    }

    boolean isIdle() {
        return tasks == 0;
    }

    /** Number of cards of which nothing is taken. */
    int idleCards() {
        int idle = 0;
        for (int card : cards) {
            idle += card == Share.WHOLE ? 1 : 0;
        }
        return idle;
    }

    int freeThousandths() {
        return Arrays.stream(cards).sum();
    }

    boolean fits(GpuRequest request) {
        if (request.milliCores() > milliCores || request.memory() > memory) {
            return false;
        }
        return request.isShare() ? fullestCard(request) != NO_CARD : request.cards() <= idleCards();
    }

    /** The card with the least left of those that have room for a share; {@link #NO_CARD} if none has. */
    int fullestCard(GpuRequest request) {
        int best = NO_CARD;
        for (int i = 0; i < cards.length; i++) {
            if (cards[i] >= request.thousandths() && (best == NO_CARD || cards[i] < cards[best])) {
                best = i;
            }
        }
        return best;
    }

    /**
     * Takes what a request asks for, or gives it back.
     *
     * @param card of which a share is taken
     */
    void change(GpuRequest request, int card, int sign) {
        milliCores -= sign * request.milliCores();
        memory -= sign * request.memory();
        tasks += sign;
        if (request.isShare()) {
            cards[card] -= sign * request.thousandths();
            return;
        }
        int left = request.cards();
        // Cards are alike: the first that are idle are taken, and as many that are full are given back.
        for (int i = 0; i < cards.length && left > 0; i++) {
            if (cards[i] == (sign > 0 ? Share.WHOLE : 0)) {
                cards[i] = sign > 0 ? 0 : Share.WHOLE;
                left--;
            }
        }
    }
}
