package dev.berth.lab.bound;

import java.util.Arrays;

/**
 * A network of nodes and directed edges with whole capacities, and a maximum flow through it by Dinic's algorithm (E. A.
 * Dinic, "Algorithm for solution of a problem of maximum flow in networks with power estimation", Soviet Math. Doklady
 * 11, 1970): as long as the sink can be reached, block all the shortest paths to it.
 *
 * <p>Plain arrays, 32 bytes an edge, because a network has millions of them. Edge number e is the pair of arcs 2e, there,
 * and 2e + 1, back. A node tries the edge that was added last first, so the order of adding them decides which of the
 * maximum flows is found, and how soon, but never how much flows.
 */
final class FlowNetwork {
    private static final int NONE = -1;

    private final int[] newest;
    private final int[] target;
    private final int[] older;
    private final long[] residual;
    private int arcs;

    /** How many edges a node is from the sink, by edges that are not full. */
    private final int[] distance;

    private final int[] untried;
    /** Arcs from the source on while paths are blocked, nodes while distances are counted. */
    private final int[] stack;

    /** @param edges the most that will be added */
    FlowNetwork(int nodes, int edges) {
        this.newest = new int[nodes];
        Arrays.fill(newest, NONE);
        this.target = new int[2 * edges];
        this.older = new int[2 * edges];
        this.residual = new long[2 * edges];
        this.distance = new int[nodes];
        this.untried = new int[nodes];
        this.stack = new int[nodes];
    }

    /** Returns the number of the edge: 0 for the first, and so on. */
    int add(int from, int to, long capacity) {
        arc(from, to, capacity);
        arc(to, from, 0);
        return arcs / 2 - 1;
    }

    private void arc(int from, int to, long capacity) {
        target[arcs] = to;
        residual[arcs] = capacity;
        older[arcs] = newest[from];
        newest[from] = arcs++;
    }

    /** Flow through an edge. */
    long flow(int edge) {
        return residual[2 * edge + 1];
    }

    /** Sends as much as can flow from the source to the sink; {@link #flow} tells where. */
    void maximise(int source, int sink) {
        while (reaches(source, sink)) {
            System.arraycopy(newest, 0, untried, 0, newest.length);
            block(source, sink);
        }
    }

    /** Counts the distances from the sink back, as far as the source. */
    private boolean reaches(int source, int sink) {
        Arrays.fill(distance, NONE);
        distance[sink] = 0;
        stack[0] = sink;
        int end = 1;
        for (int at = 0; at < end && distance[source] == NONE; at++) {
            int node = stack[at];
            for (int arc = newest[node]; arc != NONE; arc = older[arc]) {
                int before = target[arc];
                if (residual[arc ^ 1] > 0 && distance[before] == NONE) {
                    distance[before] = distance[node] + 1;
                    stack[end++] = before;
                }
            }
        }
        return distance[source] != NONE;
    }

    private void block(int source, int sink) {
        int node = source;
        int length = 0;
        while (true) {
            int arc = next(node);
            if (node == sink) {
                length = push(length);
                node = origin(stack[length]);
            } else if (arc != NONE) {
                stack[length++] = arc;
                node = target[arc];
            } else if (node == source) {
                return;
            } else {
                distance[node] = Integer.MAX_VALUE;
                node = origin(stack[--length]);
            }
        }
    }

    /** The next arc of a node that leads nearer to the sink. */
    private int next(int node) {
        int arc = untried[node];
        while (arc != NONE && (residual[arc] == 0 || distance[target[arc]] != distance[node] - 1)) {
            arc = older[arc];
        }
        untried[node] = arc;
        return arc;
    }

    private int origin(int arc) {
        return target[arc ^ 1];
    }

    /** Fills the path on the stack and returns where its first full arc is: paths go on from there. */
    private int push(int length) {
        long most = Long.MAX_VALUE;
        for (int i = 0; i < length; i++) {
            most = Math.min(most, residual[stack[i]]);
        }
        int full = 0;
        for (int i = length - 1; i >= 0; i--) {
            residual[stack[i]] -= most;
            residual[stack[i] ^ 1] += most;
            full = residual[stack[i]] == 0 ? i : full;
        }
        return full;
    }
}
