package dev.berth.bench;

import dev.berth.engine.book.Book;
import dev.berth.engine.book.Command;
import dev.berth.engine.book.Decision;
import dev.berth.engine.book.Event;
import dev.berth.engine.calendar.Calendar;
import dev.berth.engine.calendar.Calendars;
import dev.berth.engine.calendar.Query;
import dev.berth.engine.model.Job;
import dev.berth.engine.model.Placement;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.Window;
import dev.berth.lab.workload.Arrival;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Cost of jobs of four parts on 16 and on 1,200 hosts: an admission (forget, find, book), a decision of the whole book
 * with and without clearing hosts, and the memory of a reservation. Beside each the same for whole servers, in turns within
 * one run. Answers are checked before they are timed.
 *
 * <p>Arguments: {@code admission,decision,clearing,memory} or some of them; all without any. Then the policy, {@code prompt} without one.
 * Then sizes, each as the number of hosts, the days that jobs are booked ahead, and the load if it is not 0.8: {@code 16/14/0.9}.
 */
public final class SlicesReport {
    private static final int CHECKED = 5_000;
    private static final int TURNS = 21;
    private static final int BATCH = 400;
    private static final int DECIDED = 3_000;
    private static final int PROBES = 900;
    /** Jobs for each host that take all cards for two days. */
    private static final int FULL = 25;

    private static final long HOUR = 3_600_000;
    private static final double LOAD = 0.8;

    private static final List<Size> SIZES = List.of(
            new Size(16, 14, LOAD), new Size(16, 52, LOAD), new Size(1_200, 0.05, LOAD), new Size(1_200, 1, LOAD));

    private long sink;

    private record Size(int hosts, double days, double load) {
        static Size of(String text) {
            String[] parts = text.split("/", -1);
            return new Size(
                    Integer.parseInt(parts[0]),
                    Double.parseDouble(parts[1]),
                    parts.length > 2 ? Double.parseDouble(parts[2]) : LOAD);
        }
    }

    public static void main(String[] args) {
        List<String> wanted =
                args.length == 0 ? List.of("admission", "decision", "clearing", "memory") : List.of(args[0].split(","));
        SlicesReport report = new SlicesReport();
        String policy = args.length > 1 ? args[1] : Calendars.DEFAULT;
        List<Size> sizes =
                args.length > 2 ? Arrays.stream(args).skip(2).map(Size::of).toList() : SIZES;
        if (wanted.contains("admission")) {
            report.admissions(policy, sizes);
        }
        if (wanted.contains("decision")) {
            sizes.forEach(size -> report.decisions(policy, size));
        }
        if (wanted.contains("clearing")) {
            sizes.forEach(size -> report.clearings(policy, size));
        }
        if (wanted.contains("memory")) {
            memory(policy);
        }
        System.err.println(report.sink & 1);
    }

    /** A calendar in its steady state. */
    private static final class State {
        private final String name;
        private final Calendar calendar;
        private final SlicesWorkload workload;
        private final Deque<Long> starts = new ArrayDeque<>();
        private final List<Double> nanos = new ArrayList<>();
        private int accepted;
        private int waiting;

        State(String name, String policy, Pool pool, SlicesWorkload workload, double days) {
            this.name = name;
            this.workload = workload;
            this.calendar = Calendars.ofSite(policy);
            calendar.addServers(pool, 0, pool.servers(), 0);
            SlicesCheck parts = new SlicesCheck(pool.parts());
            AnswerCheck whole = new AnswerCheck(List.of(pool));
            long until = (long) (24 * HOUR * (days + 2.5));
            int count = 0;
            for (Arrival arrival = workload.next(); arrival.submit() < until; arrival = workload.next()) {
                Placement placement = admit(arrival);
                if (placement != null) {
                    starts.add(placement.window().start());
                    if (count++ < CHECKED && pool.hasParts()) {
                        parts.add(arrival, placement);
                    } else if (count <= CHECKED) {
                        whole.add(arrival, placement);
                    }
                }
            }
            parts.capacity();
            whole.capacity();
            waiting = (int) starts.stream().filter(start -> start > until).count();
        }

        @Nullable
        Placement admit(Arrival arrival) {
            calendar.forget(arrival.submit());
            Placement placement = calendar.find(Query.of(arrival.job(), arrival.submit(), Query.ANY_POOL));
            if (placement != null) {
                calendar.book(placement);
            }
            return placement;
        }

        double turn(boolean counts) {
            List<Arrival> arrivals = new ArrayList<>(BATCH);
            for (int i = 0; i < BATCH; i++) {
                arrivals.add(workload.next());
            }
            long begin = processorTime();
            for (Arrival arrival : arrivals) {
                accepted += admit(arrival) == null ? 0 : 1;
            }
            double each = (double) (processorTime() - begin) / BATCH;
            if (counts) {
                nanos.add(each);
            }
            return each;
        }

        double median() {
            return nanos.stream().sorted().toList().get(nanos.size() / 2);
        }
    }

    private static long processorTime() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private void admissions(String policy, List<Size> sizes) {
        List<State> states = new ArrayList<>();
        for (Size size : sizes) {
            String name = "%,d hosts, booked up to %s days ahead".formatted(size.hosts, size.days);
            System.err.println("filling " + name);
            for (boolean whole : new boolean[] {false, true}) {
                states.add(new State(
                        name + (whole ? ", whole servers" : ", four parts"),
                        policy,
                        whole ? SlicesWorkload.servers(size.hosts) : SlicesWorkload.hosts(size.hosts),
                        new SlicesWorkload(size.hosts, size.load, size.days, whole, 1),
                        size.days));
            }
        }
        for (int turn = -TURNS / 2; turn < TURNS; turn++) {
            for (State state : states) {
                sink += (long) state.turn(turn >= 0);
            }
        }
        for (State state : states) {
            System.out.printf(
                    "%-60s %8.1f us an admission, %,d waiting, %.1f%% accepted%n",
                    state.name,
                    state.median() / 1000,
                    state.waiting,
                    100.0 * state.accepted / ((TURNS + TURNS / 2) * BATCH));
        }
    }

    /** Decisions of a book, by what came of them. */
    private void decisions(String policy, Size size) {
        Book book = new Book(policy);
        book.submit(new Command.AddPool(SlicesWorkload.hosts(size.hosts)));
        SlicesWorkload workload = new SlicesWorkload(size.hosts, size.load, size.days, false, 2);
        long filled = (long) (24 * HOUR * (size.days + 2.5));
        Arrival arrival = workload.next();
        for (; arrival.submit() < filled; arrival = workload.next()) {
            book.submit(new Command.Advance(arrival.submit()));
            book.submit(new Command.Reserve(arrival.job()));
        }
        long waiting = book.reservations().stream().filter(r -> !r.isRunning()).count();
        Map<String, List<Long>> times = new TreeMap<>();
        for (int i = 0; i < DECIDED; i++, arrival = workload.next()) {
            book.submit(new Command.Advance(arrival.submit()));
            Command command = new Command.Reserve(arrival.job());
            long begin = processorTime();
            Decision decision = book.decide(command);
            long took = processorTime() - begin;
            if (i >= DECIDED / 3) {
                times.computeIfAbsent(kind(decision), unknown -> new ArrayList<>())
                        .add(took);
            }
            book.submit(command);
        }
        print(size, waiting, "decided by the book: ", times);
    }

    /**
     * Decisions of a book about jobs for all cards of a host, with some hours to spare, where two days are full of jobs that
     * keep their times: clearings are rare otherwise, and on many hosts they are hardly ever seen.
     */
    private void clearings(String policy, Size size) {
        Book book = new Book(policy);
        book.submit(new Command.AddPool(SlicesWorkload.hosts(size.hosts)));
        SlicesWorkload workload = new SlicesWorkload(size.hosts, size.load, size.days, false, 2);
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < size.load * FULL * size.hosts; i++) {
            Job job = workload.next().job();
            long start = random.nextLong(24 * HOUR, 72 * HOUR);
            Window window = new Window(start, start + random.nextLong(HOUR, 36 * HOUR));
            book.submit(new Command.Reserve(Job.exactly("ahead" + i, window, 1).requiring(job.requirements())));
        }
        Map<String, List<Long>> times = new TreeMap<>();
        for (int i = 0; i < PROBES; i++) {
            long start = random.nextLong(24 * HOUR, 96 * HOUR);
            long length = random.nextLong(HOUR, 12 * HOUR);
            Command command = new Command.Reserve(
                    SlicesWorkload.onAWholeHost(Job.of("probe" + i, start, length, start + length + 4 * HOUR)));
            long begin = processorTime();
            Decision decision = book.decide(command);
            long took = processorTime() - begin;
            if (i >= PROBES / 3) {
                times.computeIfAbsent(kind(decision), unknown -> new ArrayList<>())
                        .add(took);
            }
        }
        print(size, book.reservations().size(), "a whole host: ", times);
    }

    private static void print(Size size, long waiting, String what, Map<String, List<Long>> times) {
        times.forEach((kind, each) -> {
            List<Long> sorted = each.stream().sorted().toList();
            System.out.printf(
                    "%,5d hosts, %,d waiting, %s%-22s %6d   median %8.1f us   99%% %9.1f us   most %9.1f us%n",
                    size.hosts,
                    waiting,
                    what,
                    kind,
                    sorted.size(),
                    sorted.get(sorted.size() / 2) / 1e3,
                    sorted.get(sorted.size() * 99 / 100) / 1e3,
                    sorted.getLast() / 1e3);
        });
    }

    private static String kind(Decision decision) {
        return decision instanceof Decision.Accepted accepted
                ? accepted.events().stream().anyMatch(Event.Repacked.class::isInstance)
                        ? "with hosts cleared"
                        : "placed"
                : "refused after clearing";
    }

    private static void memory(String policy) {
        for (int hosts : new int[] {16, 1_200}) {
            double parts = bytes(policy, SlicesWorkload.hosts(hosts), hosts, false);
            double whole = bytes(policy, SlicesWorkload.servers(hosts), hosts, true);
            System.out.printf(
                    "%,5d hosts: %.0f bytes for a reservation of four parts, %.0f for one of whole servers: %.2f times%n",
                    hosts, parts, whole, parts / whole);
        }
    }

    /** Heap of a book for each reservation, with some 10,000 of them. */
    private static double bytes(String policy, Pool pool, int hosts, boolean whole) {
        SlicesWorkload workload = new SlicesWorkload(hosts, LOAD, hosts == 16 ? 52 : 0.4, whole, 3);
        long before = used();
        Book book = new Book(policy);
        book.submit(new Command.AddPool(pool));
        while (book.reservations().size() < 10_000) {
            Arrival arrival = workload.next();
            book.submit(new Command.Advance(arrival.submit()));
            book.submit(new Command.Reserve(arrival.job()));
        }
        double each = (double) (used() - before) / book.reservations().size();
        book.freeServers(SlicesWorkload.HOSTS, new Window(book.now(), book.now() + 1), (time, free) -> {});
        return each;
    }

    private static long used() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
        }
        return least;
    }
}
