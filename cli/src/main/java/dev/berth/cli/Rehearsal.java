package dev.berth.cli;

import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.engine.model.Pool;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.wire.PoolJson;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs what people type most, so that Java can watch it and keep what it learns about the classes: the launcher starts later
 * commands with that. There are two processes and so two records, a service and its user, because Java loads all that is in a
 * record at once, and a user's command needs a tenth of what a service does. Only the launcher uses this.
 */
final class Rehearsal {
    private static final List<String> LINES = List.of(
            "--help",
            "--version",
            "list --help",
            "book --help",
            "nonsense",
            "list --wrong",
            "book one --stay 1h --servers 2 --ready now+1h --deadline now+3h",
            "book two --work 1h --deadline now+1d",
            "book never --stay 9h --deadline now+1h",
            "list",
            "list --all --json",
            "show r1",
            "offers three --work 1h --deadline now+1d",
            "change r1 move --by 30m --dry-run",
            "timetable",
            "pools",
            "requests",
            "slots",
            "clock",
            "cancel r2 --dry-run",
            "cancel r2");

    private Rehearsal() {}

    /**
     * {@code DIRECTORY JAVA...} serves in that directory and starts Java with these arguments as the user, who is
     * {@code DIRECTORY ADDRESS TOKEN}.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path directory = Path.of(args[0]);
        if (args[1].startsWith("http")) {
            use(args[1], args[2], directory);
        } else {
            serve(directory, List.of(args).subList(1, args.length));
        }
        System.exit(0);
    }

    private static void serve(Path directory, List<String> java) throws IOException, InterruptedException {
        SiteSettings settings = SiteSettings.of("rehearsal", 0)
                .with(draft -> draft.pools = List.of(new PoolJson.Planned(new Pool("any", 2, "1"), Optional.empty())));
        try (Server server = Server.start(settings, directory.resolve("data"), Clock.systemUTC())) {
            List<String> command = new ArrayList<>(java);
            command.addAll(List.of(
                    Rehearsal.class.getName(),
                    directory.toString(),
                    "http://127.0.0.1:" + server.port(),
                    server.oneTimeToken("admin")));
            new ProcessBuilder(command).inheritIO().start().waitFor();
        }
    }

    private static void use(String address, String token, Path directory) {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        Environment environment = new Environment(
                new Streams(InputStream.nullInputStream(), nowhere, nowhere),
                Map.of("XDG_CONFIG_HOME", directory.toString()),
                Clock.systemUTC());
        Berth.run(new String[] {"login", address, "--token", token}, environment);
        for (String line : LINES) {
            Berth.run(line.split(" ", -1), environment);
        }
    }
}
