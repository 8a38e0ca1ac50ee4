package dev.berth.cli.guide;

import dev.berth.cli.Berth;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.Streams;
import dev.berth.cli.run.ssh.LoopbackHosts;
import dev.berth.server.settings.SiteFile;
import dev.berth.wire.json.Invalid;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who reads a page in an empty directory, makes the files it shows and types its commands, one after the other. It is
 * 08:00 on 16 November 2026 there, and no time passes but where a comment says so. The services that the page starts are real, on any free port.
 *
 * <p>A process of its own, because the working directory of a process cannot change: {@code PAGE PROPOSAL} prints what is wrong
 * with the page, and writes the page as it should be.
 */
final class GuideSession {
    private static final Instant MORNING = Instant.parse("2026-11-16T08:00:00Z");
    private static final Pattern PAUSE = Pattern.compile("<!-- (\\d+) minutes pass -->");
    private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:(\\d+)");
    private static final Pattern ASSIGNMENT = Pattern.compile("[A-Z_]+=\\S*");
    private static final Pattern PORT = Pattern.compile("listen: 127\\.0\\.0\\.1:(\\d+)");
    private static final Pattern INNER = Pattern.compile("source <\\((.*)\\)");
    private static final Pattern TOKEN = Pattern.compile("(?<=--token )\\S+");
    private static final String REMOVED = "\0";
    private static final String USUAL_PORT = "7117";
    private static final String DIRECTORY = Path.of("").toAbsolutePath().toString();

    private final Map<String, String> variables = new HashMap<>(Map.of(
            "XDG_CONFIG_HOME", DIRECTORY + "/.config", "HOME", DIRECTORY, "COLUMNS", "100", "BERTH_HOST", "laptop"));
    /** Hosts of the page that says {@code ssh}. */
    private @Nullable LoopbackHosts hosts;

    /** Real ids, tokens and addresses by those that the page shows in their place. */
    private final Map<String, String> names = new LinkedHashMap<>();

    private final long started = System.nanoTime();

    /** Minutes since the morning. */
    private final AtomicLong passed = new AtomicLong();

    private final Clock clock = ((InstantSource)
                    () -> MORNING.plus(passed.get(), ChronoUnit.MINUTES).plusMillis(sinceStart()))
            .withZone(ZoneOffset.UTC);
    private final List<String> wrong = new ArrayList<>();
    private final List<String> proposal;

    private GuideSession(List<String> page) {
        this.proposal = new ArrayList<>(page);
    }

    public static void main(String[] args) throws IOException {
        List<String> page = Files.readAllLines(Path.of(args[0]));
        GuideSession session = new GuideSession(page);
        if (page.stream().anyMatch(line -> line.startsWith("$ ssh "))) {
            session.reachHosts();
        }
        int read = 0;
        for (MarkdownBlock block : MarkdownBlock.of(page)) {
            session.pause(page.subList(read, block.line() - 1));
            session.read(block);
            read = block.line();
        }
        Files.write(
                Path.of(args[1]),
                session.proposal.stream().filter(line -> !line.equals(REMOVED)).toList());
        session.leaveHosts();
        session.wrong.forEach(System.out::println);
        System.out.flush();
        System.exit(session.wrong.isEmpty() ? 0 : 1);
    }

    /** The hosts are real: what the page says of them is done by OpenSSH. */
    private void reachHosts() {
        hosts = new LoopbackHosts(
                Path.of(DIRECTORY, "ssh"),
                Map.of(
                        "TZ",
                        "UTC",
                        "HOME",
                        DIRECTORY,
                        "XDG_STATE_HOME",
                        DIRECTORY + "/state",
                        // People have this in ~/.ssh/config; and root has to say that it means it.
                        "OMPI_MCA_plm_rsh_agent",
                        "ssh -F " + DIRECTORY + "/ssh/config",
                        "OMPI_ALLOW_RUN_AS_ROOT",
                        "1",
                        "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM",
                        "1"),
                "dgx1",
                "dgx2");
        variables.put("BERTH_SSH", hosts.ssh());
        variables.put("PATH", System.getenv("PATH"));
        variables.put("XDG_STATE_HOME", DIRECTORY + "/state");
    }

    /** Time passes where commands run, which takes some; elsewhere it stands. */
    private long sinceStart() {
        return hosts == null ? 0 : (System.nanoTime() - started) / 1_000_000;
    }

    private void leaveHosts() {
        if (hosts != null) {
            // Its time does not end: the clock of this page stands.
            berth(List.of("stop", "r3"), printing(new ByteArrayOutputStream()));
            hosts.close();
        }
    }

    private int ssh(List<String> words, ByteArrayOutputStream output) throws IOException {
        List<String> command = new ArrayList<>(CommandLine.words(variables.get("BERTH_SSH")));
        command.addAll(words);
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getInputStream().transferTo(output);
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The services have measured less, so they stop the time until somebody says that the clock is right. */
    private void pause(List<String> lines) {
        for (String line : lines) {
            Matcher pause = PAUSE.matcher(line);
            if (pause.matches()) {
                passed.addAndGet(Long.parseLong(pause.group(1)));
                berth(List.of("clock", "accept"), printing(new ByteArrayOutputStream()));
            }
        }
    }

    private void read(MarkdownBlock block) throws IOException {
        if (block.hidesCommands()) {
            wrong.add("line " + block.line() + ": a block with commands must be console or sh");
        }
        if (!block.file().isEmpty()) {
            Files.writeString(Path.of(block.file()), String.join("\n", block.lines()) + "\n");
        }
        if (block.language().equals("yaml") && block.file().isEmpty()) {
            checkSettings(block);
        }
        if (!block.isRun()) {
            return;
        }
        List<MarkdownBlock.Typed> commands = block.commands();
        for (MarkdownBlock.Typed typed : commands) {
            int expected = typed.equals(commands.getLast()) ? block.exitCode() : 0;
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            int code = run(typed, output);
            List<String> printed = shown(output);
            if (code != expected) {
                wrong.add("line " + typed.line() + ": " + typed.command() + "\nended with " + code + ", not " + expected
                        + ":\n" + String.join("\n", printed));
            }
            compare(typed, printed);
        }
    }

    /** Some settings of a site, which need not be complete. */
    private void checkSettings(MarkdownBlock block) throws IOException {
        Path file = Path.of("some-settings.yaml");
        Files.writeString(file, "name: some\n" + String.join("\n", block.lines()));
        for (String name : List.of("site.crt", "site.key")) {
            Files.writeString(Path.of(name), "");
        }
        try {
            SiteFile.read(file);
        } catch (Invalid e) {
            wrong.add("line " + block.line() + ": " + e.getMessage());
        }
    }

    private void compare(MarkdownBlock.Typed typed, List<String> printed) {
        if (typed.shown().isEmpty()) {
            return;
        }
        Map<String, String> found = ShownOutput.match(typed.shown(), printed);
        if (found != null) {
            names.putAll(found);
            return;
        }
        // The ids of the page stay, so that its next commands still work and the difference is small.
        names.putAll(ShownOutput.names(typed.shown(), printed));
        wrong.add("line " + typed.line() + ": " + typed.command() + "\nprinted:\n" + String.join("\n", printed)
                + "\nbut the page shows:\n" + String.join("\n", typed.shown()));
        propose(typed, printed);
    }

    /** Lines are numbered as in the page, so what replaces several is one element with several lines. */
    private void propose(MarkdownBlock.Typed typed, List<String> printed) {
        int first = typed.line();
        while (!proposal.get(first).equals(typed.shown().getFirst())) {
            first++;
        }
        for (int i = 0; i < typed.shown().size(); i++) {
            proposal.set(first + i, REMOVED);
        }
        proposal.set(first, named(String.join("\n", printed)));
    }

    private List<String> shown(ByteArrayOutputStream output) {
        return named(output.toString(StandardCharsets.UTF_8).replace(DIRECTORY, "~"))
                .lines()
                .toList();
    }

    private String named(String text) {
        String result = text;
        for (Map.Entry<String, String> name : names.entrySet()) {
            result = result.replace(name.getValue(), name.getKey());
        }
        return result;
    }

    private int run(MarkdownBlock.Typed typed, ByteArrayOutputStream output) throws IOException {
        String line = typed.command();
        Matcher inner = INNER.matcher(line);
        List<String> words = new ArrayList<>(CommandLine.words(inner.matches() ? inner.group(1) : line));
        words.replaceAll(this::real);
        while (ASSIGNMENT.matcher(words.getFirst()).matches()) {
            words.removeFirst();
        }
        String program = words.removeFirst();
        return switch (program) {
            case "berth", "./berth" -> isService(words) ? serve(words, output) : berth(words, printing(output));
            case "cat" -> show(Path.of(words.getFirst()), typed.shown(), output);
            case "javac" -> compile(words, printing(output));
            case "ssh" -> ssh(words, output);
            case "curl" -> Curl.run(words, printing(output));
            default -> {
                printing(output).println("nothing here runs " + program + "; mark the block not-run, with the reason");
                yield 127;
            }
        };
    }

    private String real(String word) {
        String result = word.replace("$BERTH_TOKEN", savedToken());
        for (Map.Entry<String, String> name : names.entrySet()) {
            result = result.replace(name.getKey(), name.getValue());
        }
        return result;
    }

    /** The one that berth login has saved. */
    private static String savedToken() {
        try {
            Path file = Path.of(".config/berth/login.properties");
            return !Files.exists(file)
                    ? ""
                    : Files.readAllLines(file).stream()
                            .filter(line -> line.startsWith("token="))
                            .findFirst()
                            .orElseThrow()
                            .substring("token=".length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int berth(List<String> words, PrintStream out) {
        return berth(words, out, out);
    }

    private int berth(List<String> words, PrintStream out, PrintStream err) {
        return Berth.run(
                words.toArray(String[]::new),
                new Environment(new Streams(InputStream.nullInputStream(), out, err), variables, clock));
    }

    private static boolean isService(List<String> words) {
        return (words.getFirst().equals("serve") || words.getFirst().equals("demo"))
                && !words.contains("--for")
                && !words.contains("--help");
    }

    /** Starts a service and waits until it has said all that it says at the start. Its log is not on the page. */
    private int serve(List<String> words, ByteArrayOutputStream output) throws IOException {
        String port = port(words);
        CountDownLatch introduced = new CountDownLatch(1);
        PrintStream out = new PrintStream(output, false, StandardCharsets.UTF_8) {
            @Override
            public void flush() {
                super.flush();
                introduced.countDown();
            }
        };
        List<String> anywhere = new ArrayList<>(words);
        anywhere.addAll(List.of("--port", "0"));
        int[] code = new int[1];
        Thread.ofPlatform().daemon().start(() -> {
            code[0] = berth(anywhere, out, System.err);
            introduced.countDown();
        });
        try {
            introduced.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        Matcher address = ADDRESS.matcher(output.toString(StandardCharsets.UTF_8));
        if (address.find()) {
            names.put("http://127.0.0.1:" + port, address.group());
        }
        Matcher token = TOKEN.matcher(output.toString(StandardCharsets.UTF_8));
        if (token.find()) {
            names.put("TOKEN", token.group());
        }
        return code[0];
    }

    /** The port as the page has it. */
    private static String port(List<String> words) throws IOException {
        int option = words.indexOf("--port");
        if (option >= 0) {
            words.remove(option);
            return words.remove(option);
        }
        int config = words.indexOf("--config");
        Matcher listen = PORT.matcher(config < 0 ? "" : Files.readString(Path.of(words.get(config + 1))));
        return listen.find() ? listen.group(1) : USUAL_PORT;
    }

    /** A file that is shown before it is there is one that the reader is to make. */
    private static int show(Path file, List<String> shown, ByteArrayOutputStream output) throws IOException {
        if (!Files.exists(file)) {
            Files.writeString(file, String.join("\n", shown).stripTrailing() + "\n");
        }
        output.write(Files.readAllBytes(file));
        return 0;
    }

    /** Against the classes of the tests, wherever the page says that those of Berth are. */
    private static int compile(List<String> words, PrintStream out) {
        words.set(words.indexOf("-cp") + 1, System.getProperty("java.class.path"));
        return ToolProvider.findFirst("javac").orElseThrow().run(out, out, words.toArray(String[]::new));
    }

    private static PrintStream printing(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
