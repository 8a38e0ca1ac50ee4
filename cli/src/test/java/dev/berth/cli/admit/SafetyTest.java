package dev.berth.cli.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.calendar.Calendars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random streams through {@code berth admit}; what must always hold is checked from the files alone. */
class SafetyTest {
    private static final int JOBS = 1500;

    @TempDir
    private Path work;

    private record Pool(int servers, int tenths) {}

    private static final Map<String, Pool> POOLS =
            Map.of("slow", new Pool(3, 3), "middle", new Pool(4, 8), "fast", new Pool(2, 10));

    /** With early starts and without. */
    static Stream<Arguments> policyAndSeed() {
        return Calendars.names().stream()
                .flatMap(policy -> Stream.of(1L, 20260131L)
                        .flatMap(seed -> Stream.of(List.of(), List.of("--no-early-starts"))
                                .map(more -> Arguments.of(policy, seed, more))));
    }

    @ParameterizedTest(name = "{0}, seed {1}, {2}")
    @MethodSource("policyAndSeed")
    void everyPlacementIsSafe(String policy, long seed, List<String> more) throws IOException {
        Inputs inputs = new Inputs(work)
                .pools("pool,servers,rate\nslow,3,0.3\nmiddle,4,0.8\nfast,2,1\n")
                .jobs(randomJobs(new SplittableRandom(seed)));

        String[] options =
                Stream.concat(Stream.of("--policy", policy), more.stream()).toArray(String[]::new);
        assertThat(inputs.admit(options).code()).isZero();

        List<String> jobs = Files.readAllLines(inputs.jobs());
        List<String> placements = Files.readAllLines(inputs.out());
        assertThat(placements).hasSameSizeAs(jobs);
        Map<String, NavigableMap<Long, Long>> busy = new HashMap<>();
        int accepted = 0;
        for (int row = 1; row < jobs.size(); row++) {
            String[] job = jobs.get(row).split(",", -1);
            String[] placement = fields(placements.get(row));
            String context = "seed %d: %s -> %s".formatted(seed, jobs.get(row), placements.get(row));
            assertThat(placement[0]).as(context).isEqualTo(job[0]);
            if (placement[1].equals("accepted")) {
                accepted++;
                assertKeepsItsTerms(context, job, placement);
                assertServersAreItsOwn(context, placement, busy);
            } else {
                assertThat(placement[6]).as(context).isNotEmpty();
            }
        }
        // Neither an empty site nor one that refuses everything would say anything.
        assertThat(accepted).isBetween(JOBS / 10, JOBS - 50);
    }

    private static void assertKeepsItsTerms(String context, String[] job, String[] placement) {
        long start = Long.parseLong(placement[4]);
        long end = Long.parseLong(placement[5]);
        long work = Long.parseLong(job[3]);
        Pool pool = pool(context, placement);
        assertThat(start).as(context).isGreaterThanOrEqualTo(Math.max(Long.parseLong(job[1]), Long.parseLong(job[2])));
        assertThat(end).as(context).isLessThanOrEqualTo(Long.parseLong(job[4]));
        assertThat(end - start).as(context).isEqualTo(Math.ceilDiv(10 * work, pool.tenths()));
        assertThat(servers(placement)).as(context).hasSize(Integer.parseInt(job[5]));
    }

    /** A list of servers has commas of its own and is then in quotes. */
    private static String[] fields(String row) {
        return row.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1);
    }

    /** Such as {@code 0-2,7}. */
    private static List<Integer> servers(String[] placement) {
        List<Integer> servers = new ArrayList<>();
        for (String range : placement[3].replace("\"", "").split(",", -1)) {
            String[] ends = range.split("-", -1);
            for (int server = Integer.parseInt(ends[0]); server <= Integer.parseInt(ends[ends.length - 1]); server++) {
                servers.add(server);
            }
        }
        return servers;
    }

    private static Pool pool(String context, String[] placement) {
        return Objects.requireNonNull(POOLS.get(placement[2]), context);
    }

    private static void assertServersAreItsOwn(
            String context, String[] placement, Map<String, NavigableMap<Long, Long>> busy) {
        long start = Long.parseLong(placement[4]);
        long end = Long.parseLong(placement[5]);
        for (int server : servers(placement)) {
            assertThat(server).as(context).isBetween(0, pool(context, placement).servers() - 1);
            NavigableMap<Long, Long> windows =
                    busy.computeIfAbsent(placement[2] + "/" + server, name -> new TreeMap<>());
            Map.Entry<Long, Long> before = windows.lowerEntry(end);
            assertThat(before == null || before.getValue() <= start)
                    .as(context + " overlaps " + before)
                    .isTrue();
            windows.put(start, end);
        }
    }

    private static String randomJobs(SplittableRandom random) {
        List<String> rows = new ArrayList<>(List.of("id,submit,ready,work,deadline,servers"));
        long submit = 0;
        for (int i = 1; i <= JOBS; i++) {
            submit += random.nextInt(25);
            long ready = Math.max(0, submit + random.nextInt(-20, 500));
            int work = random.nextInt(1, 120);
            long deadline = ready + work + random.nextInt(300);
            int servers = random.nextInt(4) == 0 ? random.nextInt(1, 6) : 1;
            rows.add("j%d,%d,%d,%d,%d,%d".formatted(i, submit, ready, work, deadline, servers));
        }
        return String.join("\n", rows);
    }
}
