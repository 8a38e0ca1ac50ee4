package dev.berth.lab.bound;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FlowNetworkTest {
    private record Edge(int from, int to, int capacity) {}

    /** Two ways of 3 and 2; a greedy first path over the bridge from 1 to 2 has to be taken back in part. */
    @Test
    void maximise_takesBackWhatIsInTheWay() {
        FlowNetwork network = new FlowNetwork(4, 5);
        int bridge = network.add(1, 2, 10);
        int low = network.add(0, 2, 2);
        int high = network.add(0, 1, 3);
        network.add(2, 3, 3);
        network.add(1, 3, 2);
        network.maximise(0, 3);
        assertThat(network.flow(high)).isEqualTo(3);
        assertThat(network.flow(low)).isEqualTo(2);
        assertThat(network.flow(bridge)).isEqualTo(1);
    }

    @Test
    void maximise_withoutAWay_sendsNothing() {
        FlowNetwork network = new FlowNetwork(3, 2);
        int edge = network.add(0, 1, 5);
        network.add(2, 1, 5);
        network.maximise(0, 2);
        assertThat(network.flow(edge)).isZero();
    }

    /** The largest flow is the smallest cut, found by trying every set of nodes; and nothing is lost on the way. */
    @Test
    void randomNetworks_flowAsMuchAsTheSmallestCut() {
        for (long seed = 1; seed <= 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int nodes = 2 + random.nextInt(6);
            Edge[] edges = new Edge[random.nextInt(16)];
            FlowNetwork network = new FlowNetwork(nodes, edges.length);
            for (int i = 0; i < edges.length; i++) {
                edges[i] = new Edge(random.nextInt(nodes), random.nextInt(nodes), random.nextInt(8));
                network.add(edges[i].from, edges[i].to, edges[i].capacity);
            }
            network.maximise(0, nodes - 1);
            long[] surplus = new long[nodes];
            for (int i = 0; i < edges.length; i++) {
                assertThat(network.flow(i)).as("seed %d", seed).isBetween(0L, (long) edges[i].capacity);
                surplus[edges[i].from] -= network.flow(i);
                surplus[edges[i].to] += network.flow(i);
            }
            assertThat(surplus[nodes - 1]).as("seed %d", seed).isEqualTo(smallestCut(nodes, edges));
            for (int node = 1; node < nodes - 1; node++) {
                assertThat(surplus[node]).as("seed %d, node %d", seed, node).isZero();
            }
        }
    }

    private static long smallestCut(int nodes, Edge[] edges) {
        long smallest = Long.MAX_VALUE;
        for (int set = 1; set < 1 << (nodes - 1); set += 2) {
            long cut = 0;
            for (Edge edge : edges) {
                cut += ((set >> edge.from) & 1) == 1 && ((set >> edge.to) & 1) == 0 ? edge.capacity : 0;
            }
            smallest = Math.min(smallest, cut);
        }
        return smallest;
    }
}
