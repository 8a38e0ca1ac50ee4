package dev.berth.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.cli.console.BadInput;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Failed;
import dev.berth.cli.host.Executables;
import dev.berth.cli.host.ThisHost;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.run.ssh.Frame;
import dev.berth.cli.run.ssh.RelayConnection;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The end of a connection on the host that runs: starts a runner there, and passes its streams, signals and exit code on. The runner does
 * not need it. When the connection breaks, this process ends and the run goes on, with its output in files.
 */
final class RelayedRun {
    /** Ends the command as {@code berth stop} does. */
    static final String STOP = "STOP";

    /**
     * The signal by which a runner is told to pass TERM to its command, since TERM itself means {@code berth stop}. It does nothing to a
     * process that does not expect it.
     */
    static final String PASS_TERM = "URG";

    /** Messages that wait, such as signals: a person does not send more. */
    private static final int MOST_MESSAGES = 1_000;

    private static final long LOOK_MILLIS = 20;
    /** How long the other end may take to say that it knows the end, before its output is kept for {@code berth logs}. */
    private static final Duration RECEIPT = Duration.ofSeconds(10);

    /** How long the watchdog of a runner that was killed may take to end its command. */
    private static final Duration WATCHDOG = Duration.ofSeconds(45);

    private final Environment environment;
    private final BlockingQueue<Frame> frames = new LinkedBlockingQueue<>(MOST_MESSAGES);
    private final BlockingQueue<Frame> input = new LinkedBlockingQueue<>();
    /** Bytes of standard input that the command has not taken, with one for each message. */
    private final AtomicLong untaken = new AtomicLong();

    private volatile boolean isLost;

    RelayedRun(Environment environment) {
        this.environment = environment;
    }

    /** Why nothing can be run here. */
    private static final class Unfit extends Exception {
        Unfit(String message) {
            super(message);
        }
    }

    void run() throws IOException, InterruptedException {
        try (RelayConnection connection = new RelayConnection(
                environment.streams().in(), environment.streams().out(), () -> isLost = true)) {
            connection.greet();
            connection.listen(this::hear);
            JsonNode order = order();
            if (order == null) {
                return;
            }
            try {
                carryOut(order, connection);
            } catch (Unfit | Failed | BadInput e) {
                connection.send(Frame.of(Frame.Kind.NOTHING_RUN, String.valueOf(e.getMessage())));
                awaitReceipt();
            }
        }
    }

    /** Takes no more than the other end may send: what it sends is kept here until somebody reads it. */
    private void hear(Frame frame) throws IOException {
        switch (frame.kind()) {
            case INPUT, INPUT_END -> {
                if (untaken.addAndGet(frame.bytes().length + 1L) > 2L * SentRun.CREDIT) {
                    throw new IOException("more input has come than was taken");
                }
                input.add(frame);
            }
            case ALIVE -> {}
            default -> {
                if (!frames.offer(frame)) {
                    throw new IOException("more messages have come than are read");
                }
            }
        }
    }

    private @Nullable JsonNode order() throws IOException, InterruptedException {
        while (!isLost) {
            Frame first = frames.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null && first.kind() == Frame.Kind.ORDER) {
                return JsonTree.read(first.text());
            }
        }
        return null;
    }

    private void carryOut(JsonNode order, RelayConnection connection) throws Unfit, IOException, InterruptedException {
        ThisHost here = ThisHost.of(environment);
        String host = order.path("host").asText();
        if (!here.isCalled(host)) {
            throw new Unfit(
                    "ssh %1$s leads to machine %2$s. Correct %1$s in ~/.ssh/config, or set %3$s=%1$s in ssh sessions of that machine if the site calls it so"
                            .formatted(host, here.name(), ThisHost.VARIABLE));
        }
        Environment signedIn = signedIn(order);
        RunFiles files = RunFiles.of(signedIn);
        String trusted = order.has("certificates")
                ? files.trust(order.path("certificates").asText()).toString()
                : "";
        RunNote note = note(order, here, trusted);
        new Backlog(signedIn, files).settle();
        files.save(note);
        Process runner = new Detaching(signedIn, files).relayed(note);
        attend(note, files, runner, connection, signedIn);
    }

    private RunNote note(JsonNode order, ThisHost here, String trusted) throws Unfit {
        try {
            RunNote given = RunNote.read(order.path("note"));
            if (given.words().isEmpty()) {
                throw new IllegalArgumentException("there is no command in the order");
            }
            RunNote note = given.takenOver(here.name(), trusted, !given.isDetached());
            requireFit(note, here);
            return note;
        } catch (IllegalArgumentException e) {
            throw new Unfit(
                    "The berth on %s does not understand the berth that sent a run there: %s. Install the same version on both"
                            .formatted(here.name(), e.getMessage()));
        }
    }

    /** The token is for the runner; its command does not get it. */
    private Environment signedIn(JsonNode order) {
        Map<String, String> variables = new HashMap<>(environment.variables());
        variables.put(Environment.TOKEN, order.path("token").asText());
        return new Environment(environment.streams(), variables, environment.clock());
    }

    private void requireFit(RunNote note, ThisHost here) throws Unfit {
        Path directory = note.directory().orElse(Path.of("").toAbsolutePath());
        if (!Files.isDirectory(directory) || !Files.isExecutable(directory)) {
            throw new Unfit(
                    "Directory %s does not exist on %s, or you may not enter it; choose another with --directory"
                            .formatted(directory, here.name()));
        }
        String command = note.words().getFirst();
        String found = command.contains("/") ? directory.resolve(command).toString() : command;
        if (!new Executables(environment.variable("PATH")).has(found)) {
            throw new Unfit("\"%s\" is not a command on %s, where PATH is %s in ssh sessions; give its path there"
                    .formatted(command, here.name(), environment.variable("PATH")));
        }
    }

    private void attend(RunNote note, RunFiles files, Process runner, RelayConnection connection, Environment signedIn)
            throws IOException, InterruptedException {
        if (note.isAttended()) {
            Thread.ofPlatform().daemon().name("berth-input").start(() -> passInput(runner, connection));
        }
        boolean isBegun = false;
        try (OutputTail out = new OutputTail(files.log(note), Frame.Kind.OUTPUT);
                OutputTail err =
                        new OutputTail(note.isAttended() ? files.errors(note) : files.log(note), Frame.Kind.ERROR)) {
            while (!isLost) {
                boolean hasEnded = !runner.isAlive();
                if (!isBegun
                        && files.by(note.runner()).filter(RunNote::hasBegun).isPresent()) {
                    isBegun = true;
                    connection.send(Frame.of(Frame.Kind.BEGUN, note.isAttended() ? "" : "detached"));
                    if (!note.isAttended()) {
                        awaitReceipt();
                        return;
                    }
                }
                boolean isMore = note.isAttended() && out.pass(connection);
                isMore |= note.isAttended() && err.pass(connection);
                if (hasEnded && !isMore) {
                    ended(note, files, runner, connection, signedIn);
                    return;
                }
                pass(frames.poll(isMore ? 0 : LOOK_MILLIS, TimeUnit.MILLISECONDS), note, files, runner);
            }
        }
    }

    /** Signals wait until the runner takes them: before, they would end it without a word. */
    private void pass(@Nullable Frame frame, RunNote note, RunFiles files, Process runner)
            throws IOException, InterruptedException {
        if (frame == null || frame.kind() != Frame.Kind.SIGNAL) {
            return;
        }
        while (runner.isAlive()
                && files.by(note.runner()).filter(RunNote::isListening).isEmpty()) {
            Thread.sleep(LOOK_MILLIS);
        }
        String signal = switch (frame.text()) {
            case STOP -> "TERM";
            case "TERM" -> note.isAttended() ? PASS_TERM : "TERM";
            case "HUP" -> "HUP";
            default -> "INT";
        };
        if (runner.isAlive()) {
            new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + runner.pid())
                    .start()
                    .waitFor();
        }
    }

    private void ended(RunNote note, RunFiles files, Process runner, RelayConnection connection, Environment signedIn)
            throws IOException, InterruptedException {
        Optional<RunNote> last = files.by(note.runner());
        if (last.filter(RunNote::hasBegun).isPresent() && last.get().exitCode().isEmpty()) {
            // It was killed. Its watchdog ends the command, and somebody has to say so.
            long until = System.nanoTime() + WATCHDOG.toNanos();
            while (System.nanoTime() < until
                    && files.by(note.runner()).filter(each -> !each.isSettled()).isPresent()) {
                new Backlog(signedIn, files).settle();
                Thread.sleep(LOOK_MILLIS * LOOK_MILLIS);
            }
            connection.send(Frame.of(
                    Frame.Kind.ERROR,
                    "berth: the runner of %s on %s was killed, and its command with it\n"
                            .formatted(note.reservation(), note.host())));
            last = files.by(note.runner());
        }
        Optional<Integer> code = last.flatMap(RunNote::exitCode);
        if (code.isPresent()) {
            connection.send(Frame.of(Frame.Kind.ENDED, Integer.toString(code.get())));
        } else if (last.filter(RunNote::hasBegun).isPresent()) {
            connection.send(Frame.of(Frame.Kind.ENDED, Integer.toString(ExitCode.FAILED)));
        } else {
            connection.send(Frame.of(Frame.Kind.NOTHING_RUN, said(note, files, runner)));
        }
        if (awaitReceipt() && note.isAttended()) {
            last.filter(each -> each.isSettled() || !each.hasBegun()).ifPresent(files::delete);
            if (last.isEmpty()) {
                files.delete(note);
            }
        }
    }

    private static String said(RunNote note, RunFiles files, Process runner) throws IOException {
        Path log = note.isAttended() ? files.errors(note) : files.log(note);
        String last = Files.exists(log)
                ? Files.readString(log)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .reduce((before, line) -> line)
                        .orElse("")
                : "";
        String plain = last.startsWith("berth: ") ? last.substring("berth: ".length()) : last;
        return plain.isEmpty()
                ? "The runner on %s ended with exit code %d before it began".formatted(note.host(), runner.exitValue())
                : "The runner on %s ended before it began: %s".formatted(note.host(), plain);
    }

    /** Whether the other end knows. */
    private boolean awaitReceipt() throws InterruptedException {
        long until = System.nanoTime() + RECEIPT.toNanos();
        while (!isLost && System.nanoTime() < until) {
            Frame next = frames.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            if (next != null && next.kind() == Frame.Kind.RECEIVED) {
                return true;
            }
        }
        return frames.stream().anyMatch(each -> each.kind() == Frame.Kind.RECEIVED);
    }

    /** The command may not read, which must not keep signals from it: the other end sends no more than was taken. */
    private void passInput(Process runner, RelayConnection connection) {
        try (OutputStream to = runner.getOutputStream()) {
            while (true) {
                Frame next = input.take();
                if (next.kind() == Frame.Kind.INPUT_END) {
                    return;
                }
                try {
                    to.write(next.bytes());
                    to.flush();
                } catch (IOException e) {
                    // The command has closed its input; what still comes is for nobody.
                }
                untaken.addAndGet(-next.bytes().length - 1L);
                connection.send(Frame.of(Frame.Kind.TAKEN, Integer.toString(next.bytes().length)));
            }
        } catch (IOException e) {
            // The connection is lost, or the command has closed its input.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
