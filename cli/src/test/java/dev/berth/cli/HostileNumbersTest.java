package dev.berth.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.csv.Header;
import dev.berth.cli.csv.Source;
import dev.berth.cli.csv.Table;
import dev.berth.engine.model.BadValue;
import dev.berth.engine.model.Money;
import dev.berth.engine.model.Rate;
import dev.berth.lab.workload.swf.BadTrace;
import dev.berth.lab.workload.swf.SwfReader;
import dev.berth.provision.read.BadSites;
import dev.berth.provision.read.SiteFiles;
import dev.berth.server.settings.SiteFile;
import dev.berth.service.series.Recurrence;
import dev.berth.wire.Fields;
import dev.berth.wire.Json;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.json.NotJson;
import dev.berth.words.Moments;
import dev.berth.words.Spans;
import dev.berth.words.Unreadable;
import dev.berth.workflow.model.BadWorkflow;
import dev.berth.workflow.read.FileLimits;
import dev.berth.workflow.read.MachineFiles;
import dev.berth.workflow.read.WorkflowFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Numbers that are cheap to send and dear to read, through everything that reads numbers. */
class HostileNumbersTest {
    /** For one number; all of them take milliseconds. Before they were bounded some took minutes or all of the memory. */
    private static final Duration GENEROUS = Duration.ofSeconds(30);

    private static final int MILLIONS = 2_000_000;
    private static final int MANY = 100_000;

    private static final Map<String, String> NUMBERS = Map.ofEntries(
            Map.entry("two million digits", "7".repeat(MILLIONS)),
            Map.entry("many digits after the point", "0." + "3".repeat(MANY)),
            Map.entry("many zeros before", "0".repeat(MANY) + "1"),
            Map.entry("many zeros after", "1" + "0".repeat(MANY)),
            Map.entry("many places of nothing", "0." + "0".repeat(MANY)),
            Map.entry("many zeros and an exponent that takes them away", "1" + "0".repeat(MANY) + "e-" + MANY),
            Map.entry("a huge exponent", "1e999999999"),
            Map.entry("a huge negative exponent", "1e-999999999"),
            Map.entry("an exponent beyond an int", "1e99999999999999999999"),
            Map.entry("places and an exponent beyond an int", "1.5e+99999999999999999999"),
            Map.entry("nothing with a huge exponent", "0e999999999"),
            Map.entry("an exponent of many digits", "1e" + "9".repeat(MANY)),
            Map.entry("beyond a long", "9223372036854775808"),
            Map.entry("below a long", "-9223372036854775809"),
            Map.entry("beyond a double", "1e400"),
            Map.entry("NaN", "NaN"),
            Map.entry("Infinity", "-Infinity"),
            Map.entry("hexadecimal", "0x7fffffff"),
            Map.entry("hexadecimal with a binary exponent", "0x1p1000000000"),
            Map.entry("digits of another script", "١٢٣"),
            Map.entry("wide digits", "１２"),
            Map.entry("separators", "1_000_000"),
            Map.entry("two signs", "--1"),
            Map.entry("a sign alone", "-"),
            Map.entry("a point alone", "."),
            Map.entry("base 60", "190:20:30:15"),
            Map.entry("many signs", "-".repeat(MANY)),
            Map.entry("many points", ".".repeat(MANY)),
            Map.entry("nothing", ""));

    @FunctionalInterface
    interface Reader {
        void read(String number) throws IOException;
    }

    record Way(String name, Reader reader) {
        @Override
        public String toString() {
            return name;
        }
    }

    @TempDir
    static Path directory;

    private static InputStream bytes(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Way workflow(String name, String text) {
        return new Way(
                name,
                number -> WorkflowFiles.read(
                        bytes(text.replace('\'', '"').replace("N", number)), new FileLimits(64L << 20, 100, 100)));
    }

    private static Way machines(String name, String text) {
        return new Way(
                name, number -> MachineFiles.read(bytes(text.replace('\'', '"').replace("N", number))));
    }

    private static Way sites(String name, String text) {
        return new Way(
                name, number -> SiteFiles.read(bytes(text.replace('\'', '"').replace("N", number))));
    }

    private static Way body(String name, String text) {
        return new Way(name, number -> {
            Fields fields = Fields.of(
                    Json.read(text.replace('\'', '"').replace("N", number).getBytes(StandardCharsets.UTF_8)));
            fields.whole("x", 0, 10, 0);
            fields.share("x", 1);
            fields.money("x");
            fields.duration("x");
            fields.instant("x");
            fields.closed().check();
        });
    }

    private static Way yaml(String name, String text) {
        return new Way(name, number -> {
            Path file = directory.resolve("site.yaml");
            Files.writeString(file, text.replace("N", number));
            SiteFile.read(file);
        });
    }

    private static Way csv() {
        return new Way("CSV", number -> {
            Path file = directory.resolve("rows.csv");
            Files.writeString(file, "a,b\n" + number + ",1\n");
            try (Source source = Source.open(file.toString(), InputStream.nullInputStream());
                    Table table = new Table(source, new Header(List.of("a", "b"), List.of()))) {
                while (table.next()) {
                    table.number(0, "servers");
                }
            }
        });
    }

    private static Way swf(String name, String line) {
        return new Way(name, number -> {
            try (SwfReader reader = SwfReader.open(
                    "trace",
                    bytes("1 0 0 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1\n" + line.replace("N", number) + "\n"),
                    OptionalInt.of(4))) {
                reader.forEachRemaining(job -> {});
            }
        });
    }

    private static Way rule(String rule) {
        return new Way("RRULE " + rule, number -> {
            // As the API takes it: a longer text is not looked at.
            String text = rule.replace("N", number);
            new Recurrence(text.substring(0, Math.min(500, text.length())), ZoneId.of("UTC"))
                    .occurrences(1_794_700_800_000L);
        });
    }

    private static Way option(String... args) {
        return new Way("berth " + String.join(" ", args), number -> {
            String[] given =
                    Stream.of(args).map(arg -> arg.equals("N") ? number : arg).toArray(String[]::new);
            Ran ran = Ran.berth(given);
            assertThat(ran.code()).isIn(ExitCode.BAD_INPUT, ExitCode.REFUSED, ExitCode.DONE);
        });
    }

    static Stream<Way> ways() {
        Clock clock = Clock.fixed(Instant.parse("2026-11-16T08:00:00Z"), ZoneOffset.UTC);
        Moments moments = new Moments(clock, ZoneOffset.UTC);
        return Stream.of(
                new Way("money", Money::of),
                new Way("rate", Rate::of),
                workflow("DAX run time", "<adag><job id='a' runtime='N'/></adag>"),
                workflow(
                        "DAX run time as a profile",
                        "<adag><job id='a'><profile namespace='pegasus' key='runtime'>N</profile></job></adag>"),
                workflow("DAX size", "<adag><job id='a'><uses file='f' size='N'/></job></adag>"),
                workflow(
                        "DAX size as metadata", "<adag><file name='f'><metadata key='size'>N</metadata></file></adag>"),
                workflow("DAX version", "<adag version='N'><job id='a' runtime='1'/></adag>"),
                workflow(
                        "WfFormat",
                        "{'name':'w','schemaVersion':'1.5','workflow':{'specification':{'tasks':[{'name':'a','id':'a',"
                                + "'parents':[],'children':[]}],'files':[{'id':'f','sizeInBytes':N}]},"
                                + "'execution':{'tasks':[{'id':'a','runtimeInSeconds':N}]}}}"),
                workflow(
                        "WfFormat run time",
                        "{'name':'w','schemaVersion':'1.5','workflow':{'execution':{'tasks':["
                                + "{'id':'a','runtimeInSeconds':N}]}}}"),
                workflow("what a reader skips", "{'tasks':[{'id':'a','seconds':1}],'other':N}"),
                workflow("Berth's seconds", "{'tasks':[{'id':'a','seconds':N}]}"),
                workflow("Berth's seconds by machine", "{'tasks':[{'id':'a','seconds':{'m':N}}]}"),
                workflow(
                        "Berth's bytes",
                        "{'tasks':[{'id':'a','seconds':1},{'id':'b','seconds':1,'after':[{'task':'a','bytes':N}]}]}"),
                machines("rate of a machine", "{'machines':[{'id':'m','rate':N}]}"),
                machines("count of machines", "{'machines':[{'id':'m','count':N}]}"),
                machines("busy", "{'machines':[{'id':'m','busy':[{'from':N,'to':N}]}]}"),
                machines("speed", "{'machines':[{'id':'m'}],'megabytesPerSecond':N}"),
                sites("servers of a site", "{'sites':[{'id':'a','servers':N}]}"),
                sites("rate of a site", "{'sites':[{'id':'a','servers':1,'rate':N}]}"),
                sites("price", "{'sites':[{'id':'a','servers':1,'perServerHour':N}]}"),
                sites("price as a text", "{'sites':[{'id':'a','servers':1,'perServerHour':'N'}]}"),
                sites("reserved", "{'sites':[{'id':'a','servers':1,'reserved':[{'from':N,'to':N,'servers':1}]}]}"),
                sites("queue", "{'sites':[{'id':'a','servers':1,'queue':[{'servers':1,'seconds':N}]}]}"),
                sites("latency", "{'sites':[{'id':'a','servers':1}],'latencyMillis':N,'megabytesPerSecond':N}"),
                body("a number in a body", "{'x':N}"),
                body("a text in a body", "{'x':'N'}"),
                yaml("rate in site.yaml", "name: s\npools:\n- {name: p, servers: 1, rate: N}\n"),
                yaml("servers in site.yaml", "name: s\npools:\n- {name: p, servers: N, rate: 1}\n"),
                yaml("price in site.yaml", "name: s\npools:\n- {name: p, servers: 1, rate: 1, tariff: {base: N}}\n"),
                csv(),
                swf("SWF", "2 N 0 N N -1 -1 N N -1 1 N 1 1 1 1 -1 -1"),
                swf("SWF processors", "; MaxProcs: N"),
                rule("FREQ=DAILY;COUNT=N"),
                rule("FREQ=YEARLY;INTERVAL=N;COUNT=3"),
                rule("FREQ=MONTHLY;BYMONTHDAY=N;COUNT=3"),
                rule("FREQ=WEEKLY;UNTIL=N"),
                new Way("duration", number -> Spans.parse("--work", number)),
                new Way("hours", number -> Spans.parse("--work", number + "h")),
                new Way("ISO duration", number -> Spans.parse("--work", "PT" + number + "H")),
                new Way("clock duration", number -> Spans.parse("--work", number + ":00:00")),
                new Way("moment", number -> moments.parse("--ready", number)),
                new Way("moment from now", number -> moments.parse("--ready", "now+" + number + "h")),
                new Way("date", number -> moments.parse("--ready", number + "-11-16T09:00")),
                option("provision", "-", "--sites", "none", "--alpha", "N"),
                option("provision", "-", "--sites", "none", "--limit", "N"),
                option("workflow", "provision", "u-1", "--alpha", "N"));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void everyNumberIsReadOrRefusedAtOnce(Way way) {
        NUMBERS.forEach((what, number) -> isReadOrRefusedAtOnce(way, what, number));
    }

    private static void isReadOrRefusedAtOnce(Way way, String what, String number) {
        assertTimeoutPreemptively(
                GENEROUS,
                () -> {
                    try {
                        way.reader.read(number);
                    } catch (BadWorkflow
                            | BadSites
                            | BadValue
                            | BadTrace
                            | BadInput
                            | Unreadable
                            | Invalid
                            | NotJson refused) {
                        // Not all of a stranger's number comes back in what is said of it.
                        assertThat(String.valueOf(refused.getMessage()).length())
                                .as(what)
                                .isLessThan(10_000);
                    }
                },
                what);
    }

    /** Each of nine lists holds the one before it nine times: 9^9 items if they were written out. */
    @Test
    void aliasesInYaml_areNotMultiplied() {
        StringBuilder text = new StringBuilder("name: s\na0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int k = 1; k < 9; k++) {
            text.append("a%d: &a%d [%s]\n".formatted(k, k, ("*a" + (k - 1) + ", ").repeat(9)));
        }
        isReadOrRefusedAtOnce(yaml("YAML", text + "pools: *a8\n"), "aliases", "");
    }

    @Test
    void deepNesting_isRefused() {
        String deep = "[".repeat(MANY);
        isReadOrRefusedAtOnce(workflow("workflow", "{'other':N"), "deep", deep);
        isReadOrRefusedAtOnce(machines("machines", "{'machines':N"), "deep", deep);
        isReadOrRefusedAtOnce(sites("sites", "{'sites':N"), "deep", deep);
        isReadOrRefusedAtOnce(body("body", "{'x':N"), "deep", deep);
        isReadOrRefusedAtOnce(yaml("YAML", "name: N"), "deep", deep);
    }
}
