package dev.berth.slurm.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.sandbox.Sandbox;
import dev.berth.sandbox.SandboxShape;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A book that changes a thousand times, and a real Slurm that keeps it: kill -9 of the service, of slurmctld and of slurmds between and in
 * the middle of the changes. {@code ./check} makes 400 changes; {@code -Dberth.slurm.changes=20000} makes more of them.
 */
class KeptThroughKillsTest {
    private static final int CHANGES =
            Integer.getInteger("berth.slurm.changes", Boolean.getBoolean("berth.sample") ? 400 : 1_000);
    private static final int EACH_TIME = 125;
    private static final long SEED = Long.getLong("berth.seed", 20261116);

    private static final Pattern RESERVATION =
            Pattern.compile("ReservationName=(\\S+) StartTime=(\\S+) EndTime=(\\S+) .*?Nodes=(\\S+) .*?Users=(\\S+) ");

    @TempDir
    Path data;

    private final Sandbox slurm = Sandbox.start(SandboxShape.of(8).withSilence(Duration.ofSeconds(10)));
    private @Nullable Process site;
    private @Nullable BufferedReader said;
    private int starts;

    private record Kept(long start, long end, Set<String> nodes, String users) {}

    @AfterEach
    void end() {
        kill();
        slurm.close();
    }

    @Test
    @Timeout(900)
    void aThousandChanges_andKillsOfAllParts_leaveNoDifference() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        long now = Instant.now().getEpochSecond();
        slurm.run(
                        "scontrol",
                        "create",
                        "reservation",
                        "ReservationName=maint",
                        "Nodes=c4",
                        "StartTime=uts" + (now + 300),
                        "EndTime=uts" + (now + 3600),
                        "Users=" + slurm.user())
                .orThrow();
        Kept foreign = kept().get("maint");
        begin();
        int changed = 0;
        for (int bout = 0; changed < CHANGES; bout++) {
            tell("change " + EACH_TIME);
            int victim = bout % 4;
            // Somewhere in the middle.
            int until = random.nextInt(EACH_TIME);
            for (int i = 0; i < until; i++) {
                assertThat(hear()).isEqualTo("changed");
                changed++;
            }
            switch (victim) {
                case 0 -> {
                    kill();
                    begin();
                }
                case 1 -> {
                    slurm.killController();
                    slurm.startController();
                    changed += rest();
                }
                case 2 -> {
                    slurm.killNode("c1");
                    changed += rest();
                    slurm.startNode("c1");
                }
                default -> {
                    slurm.killController();
                    kill();
                    slurm.startController();
                    begin();
                }
            }
            alone(kept(), "seed %d, bout %d".formatted(SEED, bout));
        }
        slurm.awaitController();
        Map<String, String> promised = settle();
        Map<String, Kept> kept = kept();
        long after = Instant.now().getEpochSecond();
        TreeMap<String, String> keeps = new TreeMap<>();
        kept.forEach((name, each) -> {
            if (name.startsWith("berth-") && each.end() > after) {
                keeps.put(name, text(each.start(), each.end(), each.nodes(), after));
                assertThat(each.users()).isEqualTo(slurm.user());
            }
        });
        TreeMap<String, String> wanted = new TreeMap<>();
        promised.forEach((name, line) -> {
            String[] parts = line.split(" ", -1);
            if (Long.parseLong(parts[1]) > after) {
                wanted.put(
                        name,
                        text(
                                Long.parseLong(parts[0]),
                                Long.parseLong(parts[1]),
                                new TreeSet<>(Arrays.asList(parts[2].split(",", -1))),
                                after));
            }
        });
        assertThat(keeps).as("seed %d", SEED).isEqualTo(wanted).hasSizeGreaterThan(5);
        assertThat(kept.get("maint")).as("somebody else's").isEqualTo(foreign);
        assertThat(changed).isGreaterThanOrEqualTo(CHANGES);
    }

    /** Text to compare reservations by; a start that is past or about now is written as begun. */
    private static String text(long start, long end, Set<String> nodes, long now) {
        return "%s to %d on %s".formatted(start <= now + 2 ? "begun" : Long.toString(start), end, nodes);
    }

    /** No node belongs to two of ours at once. */
    private static void alone(Map<String, Kept> kept, String where) {
        List<Kept> ours = new ArrayList<>();
        kept.forEach((name, each) -> {
            if (name.startsWith("berth-")) {
                ours.add(each);
            }
        });
        for (int i = 0; i < ours.size(); i++) {
            Kept one = ours.get(i);
            for (Kept other : ours.subList(i + 1, ours.size())) {
                assertThat(one.end() <= other.start()
                                || other.end() <= one.start()
                                || Collections.disjoint(one.nodes(), other.nodes()))
                        .as("%s: %s and %s", where, one, other)
                        .isTrue();
            }
        }
    }

    /** Reservations in Slurm by name, read with scontrol independently of the service. */
    private Map<String, Kept> kept() {
        Map<String, Kept> kept = new TreeMap<>();
        for (String line : slurm.run("env", "TZ=UTC", "scontrol", "-o", "show", "reservation")
                .orThrow()
                .lines()
                .toList()) {
            Matcher found = RESERVATION.matcher(line);
            if (found.find()) {
                Set<String> nodes = new TreeSet<>(slurm.run("scontrol", "show", "hostnames", found.group(4))
                        .orThrow()
                        .lines()
                        .toList());
                kept.put(
                        found.group(1),
                        new Kept(seconds(found.group(2)), seconds(found.group(3)), nodes, found.group(5)));
            }
        }
        return kept;
    }

    private static long seconds(String time) {
        return Instant.parse(time + "Z").getEpochSecond();
    }

    private void begin() throws IOException {
        site = KilledSite.start(data, slurm.directory().resolve("slurm.conf"), SEED + ++starts);
        said = new BufferedReader(new InputStreamReader(site.getInputStream(), StandardCharsets.UTF_8));
        assertThat(hear()).isEqualTo("ready");
    }

    private void kill() {
        if (site != null) {
            site.destroyForcibly().onExit().join();
        }
    }

    private void tell(String line) throws IOException {
        Writer writer = site.outputWriter(StandardCharsets.UTF_8);
        writer.write(line + "\n");
        writer.flush();
    }

    private @Nullable String hear() {
        try {
            return said.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many changes come until it is done. */
    private int rest() {
        int changed = 0;
        for (String line = hear(); line != null && !line.equals("done"); line = hear()) {
            changed++;
        }
        return changed;
    }

    private Map<String, String> settle() throws IOException {
        tell("settle");
        Map<String, String> promised = new TreeMap<>();
        for (String line = hear(); line != null && !line.equals("done"); line = hear()) {
            int blank = line.indexOf(' ');
            promised.put(line.substring(0, blank), line.substring(blank + 1));
        }
        return promised;
    }
}
