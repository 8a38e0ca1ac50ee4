package dev.berth.lab.packing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Requirements;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.gpu.GpuRequest;
import dev.berth.lab.workload.gpu.GpuRequests;
import dev.berth.lab.workload.gpu.NodeType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PackingTest {
    private static final NodeType NODE = new NodeType(10_000, 1_000, 2, 1);
    private static final GpuRequest SHARE = new GpuRequest(1_000, 100, 1, 600);
    private static final GpuRequest HALF = new GpuRequest(1_000, 100, 1, 500);
    private static final GpuRequest PAIR = new GpuRequest(1_000, 100, 2, 1_000);
    private static final GpuRequest CORES = new GpuRequest(9_500, 100, 0, 0);

    private static PackedNode node(GpuRequest... tasks) {
        PackedNode node = new PackedNode(NODE);
        for (GpuRequest task : tasks) {
            assertThat(node.fits(task)).isTrue();
            node.change(task, task.isShare() ? node.fullestCard(task) : PackedNode.NO_CARD, 1);
        }
        return node;
    }

    /** 400 of 1,400 free thousandths are of no use to 600; all are to a pair, to cores alone, and to a task without room. */
    @Test
    void fragmentation_byHand() {
        Fragmentation three = new Fragmentation(GpuRequests.of(List.of(SHARE, PAIR, CORES)));
        assertThat(three.of(node())).as("only cores lose").isEqualTo(2_000);
        assertThat(three.of(node(SHARE))).isEqualTo(400 + 1_400 + 1_400);
        assertThat(three.of(node(CORES))).as("half a core is left").isEqualTo(3 * 2_000);
        assertThat(three.of(node(PAIR))).isZero();
    }

    /** Beside 600 no half fits; on the idle card it leaves 500, which 600 cannot use. */
    @Test
    void growth_isLeastOnTheBestCard() {
        Fragmentation shares = new Fragmentation(GpuRequests.of(List.of(SHARE, SHARE, HALF)));
        PackedNode node = node(SHARE);
        PackingRule.Choice choice = shares.leastGrowth(node, HALF);
        assertThat(choice.card()).isEqualTo(1);
        // Before: 400 of no use to each; after: 900 to both of 600, 400 to the half.
        assertThat(choice.cost()).isEqualTo((900 + 900 + 400 - 3 * 400) / 3.0);
        assertThat(shares.of(node)).as("nothing is left of the trial").isEqualTo(1_200);
    }

    /** Two idle nodes and one with 600 of a card: where each rule puts 300. */
    @Test
    void rules_byHand() {
        GpuRequest little = new GpuRequest(1_000, 100, 1, 300);
        List<NodeType> types = List.of(NODE.withCount(3));
        GpuRequests workload = GpuRequests.of(List.of(SHARE, little, PAIR));
        for (PackingRule rule : PackingRule.values()) {
            Inflation cluster = new Inflation(rule, types, workload, 1);
            int first = cluster.arrive(SHARE);
            int second = cluster.arrive(little);
            if (rule != PackingRule.RANDOM) {
                assertThat(first).as(rule.words()).isZero();
                assertThat(second).as(rule.words()).isZero();
            }
            assertThat(cluster.arrive(PAIR)).as(rule.words()).isNotEqualTo(first);
            assertThat(cluster.arrive(new GpuRequest(20_000, 1, 1, 1_000)))
                    .as("no node has 20 cores")
                    .isNegative();
            assertThat(cluster.arrived()).isEqualTo((0.6 + 0.3 + 2 + 1) / 6);
            assertThat(cluster.allocated()).isEqualTo((0.6 + 0.3 + 2) / 6);
            assertThat(cluster.unallocated()).isEqualTo(3.1);
        }
    }

    /** Tasks of two cards gather, although the node with one card in use is fuller. */
    @Test
    void clustering_gathersTasksThatAskForAsManyCards() {
        List<NodeType> types = List.of(new NodeType(100_000, 100_000, 4, 3));
        GpuRequest one = new GpuRequest(50_000, 1, 1, 1_000);
        Inflation cluster = new Inflation(PackingRule.CLUSTERING, types, GpuRequests.of(List.of(one, PAIR)), 1);
        assertThat(cluster.arrive(one)).isZero();
        assertThat(cluster.arrive(PAIR)).isEqualTo(1);
        assertThat(cluster.arrive(PAIR)).isEqualTo(1);
        assertThat(cluster.arrive(one)).isZero();
    }

    /** Whatever the rule: cards are never given twice, and what is turned away has room nowhere. */
    @ParameterizedTest
    @EnumSource(PackingRule.class)
    void randomTasks_neverTakeMoreThanThereIs(PackingRule rule) {
        GpuRequests workload = GpuRequests.ofAlibaba2023();
        List<NodeType> types = List.of(new NodeType(96_000, 393_216, 8, 6), new NodeType(16_000, 122_880, 2, 4));
        for (long seed = 1; seed <= 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Inflation cluster = new Inflation(rule, types, workload, seed);
            List<long[]> left = new ArrayList<>();
            for (NodeType type : types) {
                for (int i = 0; i < type.count(); i++) {
                    left.add(new long[] {type.milliCores(), type.memory(), type.cards() * 1000L});
                }
            }
            double allocated = 0;
            for (GpuRequest task : workload.draw(400, random)) {
                int at = cluster.arrive(task);
                if (at >= 0) {
                    long[] node = left.get(at);
                    node[0] -= task.milliCores();
                    node[1] -= task.memory();
                    node[2] -= task.cardThousandths();
                    allocated += task.cardThousandths();
                    assertThat(Arrays.stream(node).min().orElseThrow())
                            .as("%s, seed %d", rule, seed)
                            .isNotNegative();
                } else if (task.cards() == 0) {
                    assertThat(left).noneMatch(node -> node[0] >= task.milliCores() && node[1] >= task.memory());
                }
            }
            assertThat(cluster.allocated()).isEqualTo(allocated / 56_000);
        }
    }

    /**
     * The engine's rule chooses the host that the paper's does, where both take the same card and know the same tasks: whole cards, at one
     * moment, with all that is booked as the workload.
     */
    @Test
    void engine_takesTheHostOfThePaper_forWholeCards() {
        NodeType type = new NodeType(20_000, 1_000, 4, 1);
        int compared = 0;
        for (long seed = 1; seed <= 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Book book = new Book("earliest/fgd/no-clearing");
            book.submit(new Command.AddPool(new Pool("nodes", 5, "1").withParts(type.parts())));
            List<PackedNode> nodes = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                nodes.add(new PackedNode(type));
            }
            List<GpuRequest> booked = new ArrayList<>();
            for (int step = 0; step < 12; step++) {
                GpuRequest task = new GpuRequest(
                        1_000 * (1 + random.nextInt(8)), 1 + random.nextInt(300), 1 + random.nextInt(3), 1_000);
                int expected = booked.isEmpty() ? 0 : least(nodes, task, GpuRequests.of(booked));
                Decision decision = book.submit(new Command.Reserve(
                        Job.exactly("j", new Window(10, 20), 1).requiring(Requirements.slice(task.slice()))));
                if (!(decision instanceof Decision.Accepted accepted)) {
                    assertThat(expected).as("seed %d, step %d", seed, step).isNegative();
                    continue;
                }
                int host = accepted.reservation().placement().servers().get(0);
                assertThat(host).as("seed %d, step %d", seed, step).isEqualTo(expected);
                nodes.get(host).change(task, PackedNode.NO_CARD, 1);
                booked.add(task);
                compared++;
            }
        }
        assertThat(compared).isGreaterThan(200);
    }

    private static int least(List<PackedNode> nodes, GpuRequest task, GpuRequests workload) {
        Fragmentation fragmentation = new Fragmentation(workload);
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).fits(task)) {
                double growth = fragmentation.leastGrowth(nodes.get(i), task).cost();
                if (growth < least) {
                    least = growth;
                    best = i;
                }
            }
        }
        return best;
    }
}
