package dev.berth.lab.workload.gpu;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Predicate;

/**
 * Requests with the number of tasks that made each, in a fixed order, to be drawn from.
 *
 * <p>The table that comes with the lab counts the 8,152 tasks of Alibaba's GPU cluster trace of 2023 (alibaba/clusterdata,
 * cluster-trace-gpu-v2023, openb_pod_list_default.csv) by what they ask for: 150 requests. It has none of the trace's names and times. The
 * trace is described in: Weng et al., Beware of Fragmentation: Scheduling GPU-Sharing Workloads with Fragmentation Gradient
 * Descent, USENIX ATC 2023.
 */
public final class GpuRequests {
    private static final String TABLE = "requests-2023.csv";

    private final List<GpuRequest> requests;
    /** Number of tasks up to and with each request. */
    private final long[] upTo;

    private GpuRequests(Map<GpuRequest, Long> counts) {
        if (counts.isEmpty()) {
            throw new IllegalArgumentException("no requests");
        }
        requests = List.copyOf(counts.keySet());
        upTo = new long[requests.size()];
        long sum = 0;
        int i = 0;
        for (long count : counts.values()) {
            sum += count;
            upTo[i++] = sum;
        }
    }

    /** Counted from tasks, in the order in which each request came first. */
    public static GpuRequests of(Iterable<GpuRequest> tasks) {
        Map<GpuRequest, Long> counts = new LinkedHashMap<>();
        tasks.forEach(task -> counts.merge(task, 1L, Long::sum));
        return new GpuRequests(counts);
    }

    /** Requests with the number of tasks that made each. */
    static GpuRequests counted(Map<GpuRequest, Long> counts) {
        return new GpuRequests(counts);
    }

    /** The table that comes with the lab. */
    public static GpuRequests ofAlibaba2023() {
        try (InputStream table = Objects.requireNonNull(GpuRequests.class.getResourceAsStream(TABLE))) {
            Map<GpuRequest, Long> counts = new LinkedHashMap<>();
            new String(table.readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII)
                    .lines()
                    .skip(1)
                    .map(line -> Arrays.stream(line.split(",", -1))
                            .mapToInt(Integer::parseInt)
                            .toArray())
                    .forEach(row -> counts.put(new GpuRequest(row[1], row[2], row[3], row[4]), (long) row[0]));
            return new GpuRequests(counts);
        } catch (IOException e) {
            throw new UncheckedIOException(TABLE, e);
        }
    }

    /** The wanted ones among them, with their numbers. */
    public GpuRequests only(Predicate<GpuRequest> wanted) {
        Map<GpuRequest, Long> counts = new LinkedHashMap<>();
        for (int i = 0; i < requests.size(); i++) {
            if (wanted.test(requests.get(i))) {
                counts.put(requests.get(i), count(i));
            }
        }
        return new GpuRequests(counts);
    }

    public List<GpuRequest> all() {
        return requests;
    }

    /** Number of tasks that made the request at this place. */
    public long count(int place) {
        return upTo[place] - (place == 0 ? 0 : upTo[place - 1]);
    }

    /** Number of tasks in all. */
    public long tasks() {
        return upTo[upTo.length - 1];
    }

    /** One of the tasks, each as probable as any other. */
    public GpuRequest draw(SplittableRandom random) {
        int at = Arrays.binarySearch(upTo, random.nextLong(tasks()) + 1);
        return requests.get(at >= 0 ? at : -at - 1);
    }

    /** One draw of many, to follow one after the other. */
    public List<GpuRequest> draw(int count, SplittableRandom random) {
        List<GpuRequest> drawn = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            drawn.add(draw(random));
        }
        return drawn;
    }
}
