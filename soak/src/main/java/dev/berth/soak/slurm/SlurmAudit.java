package dev.berth.soak.slurm;

import dev.berth.sandbox.Sandbox;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks at a Slurm, and notes whatever must not be: cards and licences that are reserved twice, and jobs that have what was not booked. */
final class SlurmAudit {
    /** Number, user, reservation, nodes, cards of each node, licences. */
    private static final String FORMAT = "%A|%u|%v|%N|%b|%W";

    private static final Pattern CARDS = Pattern.compile("gpu(?::[a-z0-9]+)?:([0-9]+)$");

    private final Sandbox slurm;
    private final List<String> violations = new ArrayList<>();
    private final Set<String> jobs = new HashSet<>();
    private int looks;

    private record RunningJob(String id, String user, String reservation, Set<String> nodes, long cards) {}

    SlurmAudit(Sandbox slurm) {
        this.slurm = slurm;
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    int looks() {
        return looks;
    }

    /** How many jobs were seen running. */
    int jobs() {
        return jobs.size();
    }

    /** Changes during a look are not judged: reservations that are the same before and after, and the jobs between. */
    void look() {
        looks++;
        SortedMap<String, SlurmKeeps> before = SlurmKeeps.all(slurm);
        List<RunningJob> running = running();
        SortedMap<String, SlurmKeeps> after = SlurmKeeps.all(slurm);
        nothingTwice(after);
        before.entrySet().removeIf(each -> !each.getValue().equals(after.get(each.getKey())));
        long now = System.currentTimeMillis() / 1000;
        before.values().forEach(each -> {
            List<RunningJob> inside = running.stream()
                    .filter(job -> job.reservation.equals(each.name()))
                    .toList();
            Map<String, Long> cards = new TreeMap<>();
            for (RunningJob job : inside) {
                if (!each.nodes().containsAll(job.nodes)) {
                    violations.add("job %s is on %s, outside of %s".formatted(job.id, job.nodes, each));
                }
                job.nodes.forEach(node -> cards.merge(node, job.cards, Long::sum));
            }
            cards.forEach((node, used) -> {
                if (used > each.cardsOf(SlurmSoak.CARDS)) {
                    violations.add("jobs in %s have %d cards of %s".formatted(each, used, node));
                }
            });
        });
        strangers(before, running, now);
    }

    /** Jobs outside reservations have only what no reservation has. */
    private void strangers(Map<String, SlurmKeeps> kept, List<RunningJob> running, long now) {
        Map<String, Long> used = new TreeMap<>();
        running.stream()
                .filter(job -> job.reservation.isEmpty())
                .forEach(job -> job.nodes.forEach(node -> used.merge(node, job.cards, Long::sum)));
        used.forEach((node, cards) -> {
            long reserved = kept.values().stream()
                    .filter(each -> each.start() < now - 1
                            && now + 1 < each.end()
                            && each.nodes().contains(node))
                    .mapToLong(each -> each.cardsOf(SlurmSoak.CARDS))
                    .sum();
            if (cards + reserved > SlurmSoak.CARDS) {
                violations.add("jobs outside reservations have %d cards of %s, and %d are reserved: %s"
                        .formatted(cards, node, reserved, kept.values()));
            }
        });
    }

    /** At the start of each reservation, all that are active then have no more cards and licences than there are. */
    private void nothingTwice(SortedMap<String, SlurmKeeps> all) {
        for (SlurmKeeps at : all.values()) {
            Map<String, Long> taken = new TreeMap<>();
            all.values().stream().filter(each -> each.isActive(at.start())).forEach(each -> {
                each.nodes().forEach(node -> taken.merge(node, each.cardsOf(SlurmSoak.CARDS), Long::sum));
                each.licences().forEach((name, number) -> taken.merge("licence " + name, number, Long::sum));
            });
            taken.forEach((what, number) -> {
                long most = what.startsWith("licence ")
                        ? SlurmSoakSite.LICENCES.getOrDefault(what.substring("licence ".length()), 0L)
                        : SlurmSoak.CARDS;
                if (number > most) {
                    violations.add(
                            "%d of %s are reserved at the start of %s: %s".formatted(number, what, at, all.values()));
                }
            });
        }
    }

    private List<RunningJob> running() {
        List<RunningJob> running = new ArrayList<>();
        slurm.run("squeue", "-h", "-t", "RUNNING", "-o", FORMAT)
                .orThrow()
                .lines()
                .forEach(line -> {
                    String[] fields = line.split("\\|", -1);
                    if (fields.length >= 6) {
                        Matcher cards = CARDS.matcher(fields[4]);
                        jobs.add(fields[0]);
                        running.add(new RunningJob(
                                fields[0],
                                fields[1],
                                fields[2].equals("(null)") ? "" : fields[2],
                                // Each job has one node.
                                Set.of(fields[3]),
                                cards.find() ? Long.parseLong(cards.group(1)) : 0));
                    }
                });
        return running;
    }
}
