package dev.berth.bench;

import dev.berth.server.Server;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Time that the single writer thread spends on a booking, by part. All bookings of a site go through it, so time that a
 * feature adds here slows down every user. 32 clients book over HTTP; the CPU time of the thread is measured, and samples of
 * its stack tell which part it was spent on.
 */
public final class WriterReport {
    private static final String WRITER = "berth-writer";
    /** More of both would fill the book, so that bookings are refused. */
    private static final int WARM_UP_TURNS = 2;

    private static final int TURNS = 2;

    /** The parts by a class, or a class and a method, on the stack; the first that is found counts. */
    private static final Map<String, List<String>> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("write and sync the journal", List.of("SqliteJournal"));
        PARTS.put("the bytes of the entry", List.of("EntryBody", "KeptFact.written"));
        PARTS.put("the audit log", List.of("AuditLog"));
        PARTS.put("the decision", List.of("Book.decide"));
        PARTS.put("carrying it out in the book", List.of("Contents.apply"));
        PARTS.put("quotas and budgets", List.of("Limits", "Usage", "Spending"));
        PARTS.put("other keepers of facts, and rules", List.of("RunningTransaction.settle"));
        PARTS.put("who may book what, where", List.of("Bookings"));
        PARTS.put("what the answer will say", List.of("ReservationsResource", "SiteAccess"));
        PARTS.put("the passing of time", List.of("Batch.passTime", "Batch.note"));
        PARTS.put("those who listen", List.of("Site.tell"));
        PARTS.put("snapshots", List.of("Writer.snapshotIfDue", "Snapshots"));
        PARTS.put("answering those who wait", List.of("PendingWrite.answer"));
        PARTS.put("the rest", List.of(""));
    }

    private WriterReport() {}

    public static void main(String[] args) throws Exception {
        Path data = Files.createTempDirectory("berth-bench");
        Server server = Server.start(ServiceReport.settings(), data, Clock.systemUTC());
        try {
            String token = ServiceReport.token(server);
            AtomicLong names = new AtomicLong();
            for (int turn = 0; turn < WARM_UP_TURNS; turn++) {
                System.out.printf("warming up: %.0f bookings a second%n", ServiceReport.bookings(server, token, names));
            }
            measure(server, token, names);
        } finally {
            server.close();
        }
    }

    private static void measure(Server server, String token, AtomicLong names) throws Exception {
        Path file = Files.createTempFile("berth-writer", ".jfr");
        long before = cpu();
        long entries = server.site().read(view -> view.version());
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
            recording.enable("jdk.NativeMethodSample").withPeriod(Duration.ofMillis(10));
            recording.start();
            for (int turn = 0; turn < TURNS; turn++) {
                System.out.printf("measured: %.0f bookings a second%n", ServiceReport.bookings(server, token, names));
            }
            recording.stop();
            recording.dump(file);
        }
        long bookings = server.site().read(view -> view.version()) - entries;
        double micros = (cpu() - before) / 1e3 / bookings;
        System.out.printf("the writer takes %.1f us for a booking, in the mean of %,d%n", micros, bookings);
        print(file, micros);
        Files.delete(file);
    }

    private static long cpu() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
                .filter(each -> each != null && each.getThreadName().equals(WRITER))
                .mapToLong(each -> threads.getThreadCpuTime(each.getThreadId()))
                .sum();
    }

    private static void print(Path file, double micros) throws IOException {
        Map<String, Integer> samples = new LinkedHashMap<>();
        PARTS.keySet().forEach(part -> samples.put(part, 0));
        for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
            if (event.getThread("sampledThread") == null
                    || !WRITER.equals(event.getThread("sampledThread").getJavaName())
                    || event.getStackTrace() == null
                    || isIdle(event.getStackTrace().getFrames())) {
                continue;
            }
            samples.merge(part(event.getStackTrace().getFrames()), 1, Integer::sum);
        }
        int all = samples.values().stream().mapToInt(Integer::intValue).sum();
        samples.forEach((part, count) ->
                System.out.printf("%-36s %5.1f%%  %5.1f us%n", part, 100.0 * count / all, micros * count / all));
    }

    /** Waiting for the next write takes no time of the processor. */
    private static boolean isIdle(List<RecordedFrame> frames) {
        return frames.stream().anyMatch(frame -> name(frame).equals("Writer.next"));
    }

    private static String part(List<RecordedFrame> frames) {
        for (Map.Entry<String, List<String>> part : PARTS.entrySet()) {
            for (RecordedFrame frame : frames) {
                String name = name(frame);
                if (part.getValue().stream().anyMatch(each -> name.startsWith(each) && isWhole(name, each))) {
                    return part.getKey();
                }
            }
        }
        return "the rest";
    }

    private static boolean isWhole(String name, String prefix) {
        return prefix.isEmpty() || name.length() == prefix.length() || name.charAt(prefix.length()) == '.';
    }

    /** The simple name of the class and the method. */
    private static String name(RecordedFrame frame) {
        String type = frame.getMethod().getType().getName();
        return type.substring(type.lastIndexOf('.') + 1) + "."
                + frame.getMethod().getName();
    }
}
