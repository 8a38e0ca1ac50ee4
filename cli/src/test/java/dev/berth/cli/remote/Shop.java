package dev.berth.cli.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.berth.cli.Ran;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.engine.agreement.Tariff;
import dev.berth.engine.book.Command;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Pool;
import dev.berth.engine.model.PoolId;
import dev.berth.engine.model.Rate;
import dev.berth.server.Server;
import dev.berth.server.settings.SiteSettings;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.booking.PriorityRule;
import dev.berth.site.TimeSource;
import dev.berth.wire.PoolJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A service in this process at a fixed time, and somebody at a shell who has signed in as its administrator. */
public final class Shop implements AutoCloseable {
    public static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-16T08:00:00Z"), ZoneOffset.UTC);

    public final Server server;
    public final Map<String, String> variables;

    public Shop(Path directory) {
        this(directory, CLOCK);
    }

    /**
     * With a clock of its own.
     *
     * @param clock of the service; somebody at the shell goes by the fixed one
     */
    public Shop(Path directory, InstantSource clock) {
        this(directory, TimeSource.following(clock.withZone(ZoneOffset.UTC)));
    }

    public Shop(Path directory, TimeSource source) {
        this(directory, source, settings -> settings);
    }

    /** With settings of its own. */
    public Shop(Path directory, TimeSource source, UnaryOperator<SiteSettings> more) {
        Tariff tariff = Tariff.flat(Money.of("2"), 3_600_000).withFees(200_000, 100_000);
        this.server = Server.start(
                more.apply(SiteSettings.of("test", 0)
                        .with(draft -> draft.intake =
                                Optional.of(new IntakeSettings(new Rounds(600_000, Rules.DEFAULT), PriorityRule.USUAL)))
                        .with(draft -> draft.pools = List.of(
                                new PoolJson.Planned(new Pool("slow", 4, "0.5"), Optional.empty()),
                                new PoolJson.Planned(new Pool("fast", 2, "1"), Optional.of(tariff))))),
                directory.resolve("data"),
                source);
        this.variables = Map.of(
                "XDG_CONFIG_HOME",
                directory.resolve("config").toString(),
                "XDG_STATE_HOME",
                directory.resolve("state").toString(),
                "COLUMNS",
                "70");
        Ran login =
                Ran.with(new byte[0], variables, CLOCK, "login", address(), "--token", server.oneTimeToken("admin"));
        if (login.code() != 0) {
            throw new AssertionError(login);
        }
    }

    /** Adds a pool of two servers of rate 1. */
    public void addPool(String name, Map<String, String> attributes) {
        Pool pool = new Pool(new PoolId(name), 2, Rate.of("1"), attributes);
        server.site()
                .write("admin", transaction -> transaction.submit(new Command.AddPool(pool)))
                .join();
    }

    public String address() {
        return "http://127.0.0.1:" + server.port();
    }

    /** That of the administrator, who has signed in. */
    public String token() {
        return Access.find(new Environment(Streams.ofProcess(), variables, CLOCK), "", "")
                .token();
    }

    public Ran berth(String... args) {
        return typed("", args);
    }

    public Ran typed(String input, String... args) {
        return ran(variables, input, args);
    }

    /** Runs it as on a terminal of this width. */
    public Ran narrow(int columns, String... args) {
        Map<String, String> narrow = new HashMap<>(variables);
        narrow.put("COLUMNS", String.valueOf(columns));
        return ran(narrow, "", args);
    }

    private static Ran ran(Map<String, String> variables, String input, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--zone", "UTC"));
        return Ran.with(input.getBytes(StandardCharsets.UTF_8), variables, CLOCK, all.toArray(String[]::new));
    }

    /** Both fast servers for two hours from nine. */
    public Ran fill() {
        return berth(
                "book",
                "course",
                "--stay",
                "2h",
                "--servers",
                "2",
                "--pool",
                "fast",
                "--ready",
                "09:00",
                "--deadline",
                "11:00");
    }

    public static JsonNode json(Ran ran) {
        try {
            return new ObjectMapper().readTree(ran.out());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
