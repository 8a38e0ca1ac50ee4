package dev.berth.soak.runs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.Berth;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs random commands by {@code berth run} on three servers of a service, all of them processes of their own, and kills
 * runners and the service meanwhile. Afterwards no process has lived 5 s past its end, no server was used by two commands at a
 * time, whoever was not killed told its shell and the service the right exit code, and nothing is left reserved.
 */
public final class RunsSoak {
    /** After which a process that still lives has outlived its reservation. */
    private static final Duration MOST_LATE = Duration.ofSeconds(5);

    private static final int AT_ONCE = 4;
    /** How many runs a service sees at least before it is killed, unless they take very long. */
    private static final int RUNS_PER_SERVICE = 3;

    private static final Duration LONGEST_SERVICE = Duration.ofMinutes(2);
    private static final int SERVERS = 3;
    private static final Pattern BEGUN = Pattern.compile("berth: (r[0-9]+) runs on ");
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path work;
    private final int runs;
    private final long seed;
    private final int port;
    private final Map<String, String> variables = new HashMap<>();
    private final CommandCensus census;
    private final List<String> violations = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Integer> codes = Collections.synchronizedMap(new HashMap<>());
    private final AtomicInteger runnersKilled = new AtomicInteger();
    private final AtomicInteger servicesKilled = new AtomicInteger();
    private final AtomicInteger missed = new AtomicInteger();
    private final AtomicInteger done = new AtomicInteger();
    private volatile Process service;
    private volatile boolean over;

    /** Result of the soak. */
    public record Report(
            long seed,
            int runs,
            int runnersKilled,
            int servicesKilled,
            int missed,
            Duration latest,
            List<String> violations) {
        @Override
        public String toString() {
            return "seed %d: %d runs, %d runners and %d services killed -9, %d missed their time while the service was down; the latest process lived %d ms past its end; %d violations%s"
                    .formatted(
                            seed,
                            runs,
                            runnersKilled,
                            servicesKilled,
                            missed,
                            latest.toMillis(),
                            violations.size(),
                            violations.isEmpty() ? "" : ":\n" + String.join("\n", violations));
        }
    }

    private RunsSoak(Path work, int runs, long seed) throws IOException {
        this.work = work;
        this.runs = runs;
        this.seed = seed;
        try (ServerSocket free = new ServerSocket(0)) {
            this.port = free.getLocalPort();
        }
        variables.put("XDG_CONFIG_HOME", work.resolve("config").toString());
        variables.put("XDG_STATE_HOME", work.resolve("state").toString());
        variables.put("BERTH_SOAK", work.toString());
        variables.put("PATH", System.getenv("PATH"));
        this.census = new CommandCensus("BERTH_SOAK=" + work);
        Files.writeString(work.resolve("site.yaml"), """
                name: soak
                listen: 127.0.0.1:%d
                pools: [{name: cores, servers: %d, rate: 1, silence: PT15S}]
                """.formatted(port, SERVERS));
        this.service = serve();
    }

    /** {@code RUNS [SEED]}; exits with 1 if anything that must hold does not. */
    public static void main(String[] args) throws Exception {
        Report report = run(
                Files.createTempDirectory("berth-runs"),
                Integer.parseInt(args[0]),
                args.length > 1 ? Long.parseLong(args[1]) : System.nanoTime());
        System.out.println(report);
        System.exit(report.violations().isEmpty() ? 0 : 1);
    }

    public static Report run(Path work, int runs, long seed) throws Exception {
        RunsSoak soak = new RunsSoak(work, runs, seed);
        try {
            return soak.run();
        } finally {
            soak.over = true;
            soak.service.destroyForcibly();
        }
    }

    private Report run() throws Exception {
        String token;
        try (BufferedReader output = service.inputReader(StandardCharsets.UTF_8)) {
            token = lineWith(output, "--token").replaceAll(".*--token ", "");
        }
        berth("login", "http://127.0.0.1:" + port, "--token", token);
        SplittableRandom random = new SplittableRandom(seed);
        Thread watcher = Thread.ofPlatform().start(this::watch);
        SplittableRandom fate = random.split();
        Thread killer = Thread.ofPlatform().start(() -> killServices(fate));
        try (ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                SplittableRandom own = random.split();
                all.add(workers.submit(() -> {
                    oneRun(own);
                    progress(done.incrementAndGet());
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        }
        killer.interrupt();
        killer.join();
        awaitNothing();
        over = true;
        watcher.join();
        checkBook();
        violations.addAll(census.violations());
        if (census.latest().compareTo(MOST_LATE) > 0) {
            violations.add("a process lived %d ms past its end"
                    .formatted(census.latest().toMillis()));
        }
        return new Report(
                seed,
                runs,
                runnersKilled.get(),
                servicesKilled.get(),
                missed.get(),
                census.latest(),
                List.copyOf(violations));
    }

    /** Prints the findings so far, in case the soak is ended before all is done. */
    private void progress(int count) {
        if (count % 20 == 0) {
            System.out.printf(
                    "%d runs; %d violations; the latest process lived %d ms past its end%n",
                    count,
                    violations.size() + census.violations().size(),
                    census.latest().toMillis());
        }
    }

    private static String lineWith(BufferedReader output, String text) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.contains(text)) {
                return line;
            }
        }
        throw new IOException("the service has not said " + text);
    }

    private void watch() {
        try {
            while (!over) {
                census.look();
                Thread.sleep(50);
            }
        } catch (IOException | InterruptedException e) {
            violations.add("cannot look: " + e);
        }
    }

    private void killServices(SplittableRandom random) {
        try {
            // The first one early, so that a few runs see it, too.
            Thread.sleep(2_000);
            while (true) {
                service.destroyForcibly().waitFor();
                servicesKilled.incrementAndGet();
                Thread.sleep(random.nextInt(2_000));
                service = serve();
                Process started = service;
                awaitService(() -> !started.isAlive());
                int before = done.get();
                Thread.sleep(5_000 + random.nextInt(10_000));
                awaitRuns(before + RUNS_PER_SERVICE);
            }
        } catch (InterruptedException e) {
            // Enough.
        } catch (IOException e) {
            violations.add("the service does not start: " + e);
        }
    }

    /** On a busy machine a service would otherwise be killed again and again before anybody has used it. */
    private void awaitRuns(int count) throws InterruptedException {
        long until = System.nanoTime() + LONGEST_SERVICE.toNanos();
        while (done.get() < Math.min(count, runs) && System.nanoTime() - until < 0) {
            Thread.sleep(100);
        }
    }

    /** Until it can be reached, or it is in vain. */
    private void awaitService(BooleanSupplier isInVain) throws InterruptedException {
        while (!isInVain.getAsBoolean()) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return;
            } catch (IOException e) {
                Thread.sleep(50);
            }
        }
        violations.add("the service does not start again");
    }

    private List<String> java(String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Berth.class.getName()));
        command.addAll(List.of(args));
        return command;
    }

    private Process serve() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(java(
                "serve",
                "--config",
                work.resolve("site.yaml").toString(),
                "--data",
                work.resolve("data").toString()));
        builder.environment().putAll(variables);
        // Only the first has a token to say.
        if (servicesKilled.get() > 0) {
            builder.redirectOutput(Redirect.DISCARD);
        }
        return builder.redirectError(Redirect.DISCARD).start();
    }

    private void oneRun(SplittableRandom random) throws IOException, InterruptedException {
        int seconds = 4 + random.nextInt(5);
        Chore chore = Chore.random(random, seconds);
        boolean isKilled = random.nextInt(5) == 0;
        long killAfter = random.nextInt(6_000);
        String servers = Integer.toString(1 + random.nextInt(2));
        // While the service is down nothing can be booked: somebody at a shell tries again.
        while (true) {
            Path output = Files.createTempFile(work, "run", ".out");
            ProcessBuilder builder = new ProcessBuilder(java(
                            "run",
                            "--pool",
                            "cores",
                            "--servers",
                            servers,
                            "--for",
                            seconds + "s",
                            "--grace",
                            "1s",
                            "--",
                            "sh",
                            "-c",
                            chore.script()))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().putAll(variables);
            Process runner = builder.start();
            if (isKilled && !runner.waitFor(killAfter, TimeUnit.MILLISECONDS)) {
                runner.destroyForcibly();
                runnersKilled.incrementAndGet();
                return;
            }
            if (!runner.waitFor(3, TimeUnit.MINUTES)) {
                violations.add("a runner does not end: " + Files.readString(output));
                runner.destroyForcibly();
                return;
            }
            Matcher begun = BEGUN.matcher(Files.readString(output));
            if (begun.find()) {
                check(chore, begun.group(1), runner.exitValue(), Files.readString(output));
                return;
            }
            String said = Files.readString(output);
            if (said.contains(" is ended; nothing was run") || said.contains("does not exist or has ended")) {
                // Its whole time had passed while the service was down.
                missed.incrementAndGet();
                return;
            }
            if (runner.exitValue() != 3) {
                violations.add("a runner ran nothing: " + Files.readString(output));
                return;
            }
            Files.delete(output);
            awaitService(() -> over);
        }
    }

    /** One whose time was over may have ended before, if it had to wait long for its process to start. */
    private void check(Chore chore, String reservation, int code, String output) {
        codes.put(reservation, code);
        boolean wasStopped = output.contains("was stopped: its time was over");
        if (chore.code() >= 0 && code != chore.code() && !wasStopped) {
            violations.add("%s, %s, ended with %d: %s".formatted(reservation, chore, code, output));
        }
        if (chore.code() < 0 && !wasStopped) {
            violations.add("%s, %s, was not stopped: %s".formatted(reservation, chore, output));
        }
    }

    private void awaitNothing() throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (census.look() > 0 && System.nanoTime() - until < 0) {
            Thread.sleep(100);
        }
        if (census.look() > 0) {
            violations.add("processes are left");
        }
    }

    /**
     * Checks that the service knows the exit codes that the shells got, and that no reservation is left. A runner reports its end
     * when the window may be over already, so both are waited for.
     */
    private void checkBook() throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
        JsonNode left = berth("list", "--json").path("reservations");
        List<String> wrong = wrongCodes();
        while ((!left.isEmpty() || !wrong.isEmpty()) && System.nanoTime() - until < 0) {
            Thread.sleep(500);
            left = berth("list", "--json").path("reservations");
            wrong = wrongCodes();
        }
        if (!left.isEmpty()) {
            violations.add("still reserved: " + left);
        }
        violations.addAll(wrong);
    }

    private List<String> wrongCodes() throws IOException {
        Map<String, Integer> known = new HashMap<>();
        berth("runs", "--all", "--json")
                .forEach(run -> known.put(
                        run.path("reservation").asText(), run.path("exitCode").asInt(-1)));
        List<String> wrong = new ArrayList<>();
        codes.forEach((reservation, code) -> {
            if (!code.equals(known.get(reservation))) {
                wrong.add("%s ended with %d, and the service knows %s"
                        .formatted(reservation, code, known.get(reservation)));
            }
        });
        return wrong;
    }

    private JsonNode berth(String... args) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream text = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = Berth.run(
                args,
                new Environment(new Streams(InputStream.nullInputStream(), text, text), variables, Clock.systemUTC()));
        String said = out.toString(StandardCharsets.UTF_8);
        return code == 0 && said.matches("(?s)[\\[{].*") ? JSON.readTree(said) : JSON.createObjectNode();
    }
}
