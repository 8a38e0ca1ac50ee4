package dev.berth.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The program as a process of its own, on the class path of the tests. */
public final class Subprocess implements AutoCloseable {
    private static final Executor LONGEST_LIFE = CompletableFuture.delayedExecutor(5, TimeUnit.MINUTES);

    private final Process process;
    private final BufferedReader output;
    private final List<String> lines = new ArrayList<>();

    private Subprocess(Process process) {
        this.process = process;
        // A test that waits for words that never come fails when the process ends, instead of waiting on.
        LONGEST_LIFE.execute(process::destroyForcibly);
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    public static Subprocess berth(String... args) throws IOException {
        return berthWith(Map.of(), args);
    }

    public static Subprocess berthWithTemporary(Path directory, String... args) throws IOException {
        return started(command(watched("-Djava.io.tmpdir=" + directory), args), Map.of());
    }

    /**
     * On a disk that is full once a file has this many bytes: the system lets no file grow beyond. What it covers does not count:
     * there is no room to write it down.
     */
    public static Subprocess berthWithFilesUpTo(int bytes, String... args) throws IOException {
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "ulimit -f " + bytes / 512 + " && exec \"$@\"", "sh"));
        command.addAll(command(List.of(), args));
        return started(command, Map.of());
    }

    /** With a limit on the files that it may have open at a time. What it covers does not count: the agent needs files, too. */
    public static Subprocess berthWithOpenFiles(int most, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", "-c", "ulimit -n " + most + " && exec \"$@\"", "bash"));
        command.addAll(command(List.of(), args));
        return started(command, Map.of());
    }

    /** With these variables in its environment. */
    public static Subprocess berthWith(Map<String, String> variables, String... args) throws IOException {
        return started(command(watched(), args), variables);
    }

    /**
     * At a terminal of its own, which shows what is typed until a program asks it not to. First a line is read and thrown away, so
     * that a test can see that it does.
     */
    public static Subprocess berthAtTerminal(Map<String, String> variables, String... args) throws IOException {
        String program = "read line && exec "
                + command(watched(), args).stream()
                        .map(each -> "'" + each.replace("'", "'\\''") + "'")
                        .collect(Collectors.joining(" "));
        return started(List.of("script", "-q", "-e", "-E", "always", "-c", program, "/dev/null"), variables);
    }

    /** Adds the Java agents of this process to the options, so that coverage includes the other processes. */
    private static List<String> watched(String... options) {
        return Stream.concat(
                        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                                .filter(each -> each.startsWith("-javaagent:")),
                        Stream.of(options))
                .toList();
    }

    private static Subprocess started(List<String> command, Map<String, String> variables) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(variables);
        return new Subprocess(builder.start());
    }

    private static List<String> command(List<String> options, String... args) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(options);
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.berth.cli.Berth"));
        command.addAll(List.of(args));
        return command;
    }

    /** Types a line. */
    public void type(String line) throws IOException {
        Writer keys = process.outputWriter(StandardCharsets.UTF_8);
        keys.write(line + "\n");
        keys.flush();
    }

    /** Reads on until this is shown, which need not be a whole line; returns all that was read for it. */
    public String shown(String text) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf(text) < 0) {
            int next = output.read();
            if (next < 0) {
                throw new AssertionError("no " + text + " in " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }

    /** Reads on until a line holds this. */
    public String lineWith(String text) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.contains(text)) {
                return line;
            }
        }
        throw new AssertionError("no line with " + text + " in " + lines);
    }

    public String rest() throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
        }
        return String.join("\n", lines);
    }

    /** Tells it to end, as SIGTERM does. */
    public void terminate() {
        // Process.destroy would close its output, too, which is still to be read.
        process.toHandle().destroy();
    }

    /** Tells it to read its settings again. */
    public void hangUp() throws IOException, InterruptedException {
        send("HUP");
    }

    /** Sends a signal such as {@code INT}. */
    public void send(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-s", signal, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /** Kills the process, like {@code kill -9}, and waits until it has ended. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    public int code() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("it does not end; so far: " + lines);
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
