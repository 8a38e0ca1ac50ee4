package dev.berth.soak.runs;

import dev.berth.cli.Berth;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.engine.model.Pool;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.PoolJson;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * That many {@code berth run} wait for the same moment; how long after it have their commands begun? Service and runners share
 * one process, commands are processes of their own. They may end at once, so that the first ends delay the last starts, or last
 * until all have begun.
 */
public final class StartLag {
    private static final Duration UNTIL_FREE = Duration.ofSeconds(40);

    private StartLag() {}

    /** {@code RUNNERS [SECONDS]}: how many, and how long their commands last. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[0]);
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 0;
        Path data = Files.createTempDirectory("berth-lag");
        SiteSettings settings = SiteSettings.of("lag", 0)
                .with(draft ->
                        draft.pools = List.of(new PoolJson.Planned(new Pool("all", count, "1"), Optional.empty())));
        try (Server server = Server.start(settings, data.resolve("data"), Clock.systemUTC())) {
            PrintStream quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
            Environment environment = new Environment(
                    new Streams(InputStream.nullInputStream(), quiet, quiet),
                    Map.of(
                            "XDG_CONFIG_HOME",
                            data.resolve("config").toString(),
                            "XDG_STATE_HOME",
                            data.resolve("state").toString(),
                            "PATH",
                            System.getenv("PATH")),
                    Clock.systemUTC());
            berth(environment, "login", "http://127.0.0.1:" + server.port(), "--token", server.oneTimeToken("admin"));
            Instant now = Instant.now().plusSeconds(1);
            Instant free = now.plus(UNTIL_FREE);
            berth(
                    environment,
                    "book",
                    "all",
                    "--servers",
                    Integer.toString(count),
                    "--from",
                    now.toString(),
                    "--to",
                    free.toString());
            report(lags(environment, data, count, seconds, free));
        }
        System.exit(0);
    }

    private static void berth(Environment environment, String... args) {
        if (Berth.run(args, environment) != 0) {
            throw new IllegalStateException(String.join(" ", args));
        }
    }

    private static List<Long> lags(Environment environment, Path data, int count, int seconds, Instant free)
            throws Exception {
        Path begun = Files.createDirectory(data.resolve("begun"));
        List<Thread> runners = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String[] line = {
                "run",
                "--pool",
                "all",
                "--for",
                "1m",
                "--",
                "sh",
                "-c",
                "date +%s%3N > " + begun.resolve("run" + i) + "; sleep " + seconds
            };
            runners.add(Thread.ofPlatform().start(() -> Berth.run(line, environment)));
        }
        for (Thread runner : runners) {
            runner.join();
        }
        List<Long> lags = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lags.add(Long.parseLong(Files.readString(begun.resolve("run" + i)).strip()) - free.toEpochMilli());
        }
        return lags;
    }

    private static void report(List<Long> lags) {
        List<Long> sorted = lags.stream().sorted().toList();
        System.out.printf(
                "%d commands begun after their servers were free: first %d ms, median %d ms, p99 %d ms, last %d ms%n",
                sorted.size(),
                sorted.getFirst(),
                sorted.get(sorted.size() / 2),
                sorted.get(Math.max(0, (int) Math.ceil(sorted.size() * 0.99) - 1)),
                sorted.getLast());
    }
}
