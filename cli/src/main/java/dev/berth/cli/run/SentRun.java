package dev.berth.cli.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.berth.cli.console.Environment;
import dev.berth.cli.console.ExitCode;
import dev.berth.cli.console.Signals;
import dev.berth.cli.host.Executables;
import dev.berth.cli.host.Terminals;
import dev.berth.cli.remote.Access;
import dev.berth.cli.remote.JsonTree;
import dev.berth.cli.run.place.Children;
import dev.berth.cli.run.ssh.Complaints;
import dev.berth.cli.run.ssh.Frame;
import dev.berth.cli.run.ssh.RelayConnection;
import dev.berth.cli.run.ssh.SshCommand;
import dev.berth.cli.run.ssh.SshFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Gives a run to the host that has its servers, by {@code ssh}, and passes its streams, its signals and its exit code on as long as the
 * connection lasts. The other end is {@link RelayedRun}. What runs there has a runner of its own and needs this process no more.
 */
final class SentRun {
    private static final long LOOK_MILLIS = 50;
    private static final int CHUNK = 64 << 10;
    /** Largest number of bytes of standard input on their way: signals come behind them. */
    static final int CREDIT = 4 * CHUNK;

    /** How long a host may take to connect and to start Berth; before {@link Backlog} gives back what was booked. */
    static final Duration GREETING = Duration.ofSeconds(90);

    /** How long it may take to read the last words of ssh. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Environment environment;
    private final SshCommand ssh;
    private final BlockingQueue<Happening> happenings;
    private final String host;
    private final Duration patience;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    private final Semaphore credit = new Semaphore(CREDIT);
    private volatile boolean isBegun;
    private boolean isLate;

    SentRun(Environment environment, SshCommand ssh, BlockingQueue<Happening> happenings, String host) {
        this(environment, ssh, happenings, host, GREETING);
    }

    /** @param patience for the host to connect and to start Berth */
    SentRun(
            Environment environment,
            SshCommand ssh,
            BlockingQueue<Happening> happenings,
            String host,
            Duration patience) {
        this.patience = patience;
        this.environment = environment;
        this.ssh = ssh;
        this.happenings = happenings;
        this.host = host;
    }

    /** How it went. */
    sealed interface Outcome {
        /** The command has ended. */
        record Ended(int code) implements Outcome {}

        /** The command has begun, and is left running. */
        record LeftRunning() implements Outcome {}

        /** Nothing was run, and never will be. */
        record NothingRun(String why, int code) implements Outcome {}

        /**
         * The connection broke.
         *
         * @param hasBegun whether the command had begun; otherwise it may have
         */
        record Lost(boolean hasBegun) implements Outcome {}
    }

    /** Runs the command of a note on the host; returns when it has ended or, if it is detached, begun. */
    Outcome run(RunNote note) throws IOException, InterruptedException {
        Process process = start();
        try (RelayConnection connection =
                new RelayConnection(process.getInputStream(), process.getOutputStream(), this::lost)) {
            Complaints complaints = new Complaints(process.getErrorStream(), OutputStream.nullOutputStream());
            if (!isThere(connection, process)) {
                process.destroy();
                int signal = signal();
                if (signal > 0) {
                    return new Outcome.NothingRun("Interrupted", 128 + signal);
                }
                process.waitFor(1, TimeUnit.MINUTES);
                return new Outcome.NothingRun(whyNot(process, complaints.text(PATIENCE)), ExitCode.FAILED);
            }
            connection.send(Frame.of(Frame.Kind.ORDER, JsonTree.compact(order(note))));
            connection.listen(frame -> hear(frame, connection));
            if (!note.isDetached() && !Terminals.isInBackground()) {
                Thread.ofPlatform().daemon().name("berth-input").start(() -> passInput(connection));
            }
            return awaited(connection);
        } finally {
            process.destroy();
        }
    }

    /**
     * Starts it in a session of its own: Ctrl-C is for the command, and is passed on to it; it must not end the connection. Where there is
     * no setsid, as on macOS, it does, and the run goes on there.
     */
    private Process start() throws IOException {
        ProcessBuilder builder = ssh.calling(environment, host, "relay");
        if (new Executables(environment.variable("PATH")).has("setsid")) {
            builder.command().addFirst("setsid");
        }
        return Children.start(builder);
    }

    /** Waits for the greeting; false if the other end does not start, or somebody interrupts. */
    private boolean isThere(RelayConnection connection, Process process) throws InterruptedException {
        CompletableFuture<Boolean> greeted = connection.greeting();
        long until = System.nanoTime() + patience.toNanos();
        while (!greeted.isDone()) {
            isLate = System.nanoTime() > until;
            if (signal() > 0 || isLate) {
                return false;
            }
            Thread.sleep(LOOK_MILLIS);
        }
        return greeted.join() && process.isAlive();
    }

    private String whyNot(Process process, String said) {
        return isLate
                ? "Host %s has not started berth within %d seconds. Try: %s"
                        .formatted(host, patience.toSeconds(), ssh.toTry(host))
                : SshFailure.explain(host, process.isAlive() ? 1 : process.exitValue(), said, ssh);
    }

    /** The number of a signal that has come; 0 if none has. */
    private int signal() {
        for (Happening each : happenings) {
            if (each instanceof Happening.Signalled signalled) {
                return Signals.STOPPING.getOrDefault(signalled.signal(), 2);
            }
            if (each instanceof Happening.Stopped) {
                return Signals.STOPPING.getOrDefault("TERM", 15);
            }
        }
        return 0;
    }

    /** The token goes through the connection and not through a command line, where others could see it. */
    private ObjectNode order(RunNote note) throws IOException {
        Access access = Access.find(environment, note.address(), note.authority());
        ObjectNode order = JsonTree.object().put("host", host).put("token", access.token());
        if (!access.authority().isEmpty()) {
            order.put("certificates", Files.readString(Path.of(access.authority())));
        }
        order.set("note", note.json());
        return order;
    }

    private void hear(Frame frame, RelayConnection connection) throws IOException {
        switch (frame.kind()) {
            case OUTPUT -> write(frame, environment.streams().out());
            case ERROR -> write(frame, environment.streams().err());
            case TAKEN -> taken(Integer.parseInt(frame.text()));
            case BEGUN -> {
                isBegun = true;
                if (frame.text().equals("detached")) {
                    end(connection, new Outcome.LeftRunning());
                }
            }
            case ENDED -> end(connection, new Outcome.Ended(Integer.parseInt(frame.text())));
            case NOTHING_RUN -> end(connection, new Outcome.NothingRun(frame.text(), ExitCode.FAILED));
            case ALIVE -> {}
            case ORDER, INPUT, INPUT_END, SIGNAL, RECEIVED ->
                throw new IOException("a message has come that goes the other way");
        }
    }

    private void taken(int length) throws IOException {
        if (length < 0 || length > CREDIT - credit.availablePermits()) {
            throw new IOException("more input was taken than was sent");
        }
        credit.release(length);
    }

    private static void write(Frame frame, PrintStream to) {
        to.write(frame.bytes(), 0, frame.bytes().length);
        to.flush();
    }

    private void end(RelayConnection connection, Outcome how) throws IOException {
        connection.send(Frame.of(Frame.Kind.RECEIVED, ""));
        outcome.complete(how);
    }

    private void lost() {
        outcome.complete(new Outcome.Lost(isBegun));
    }

    private void passInput(RelayConnection connection) {
        byte[] buffer = new byte[CHUNK];
        InputStream in = environment.streams().in();
        try {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                credit.acquire(length);
                connection.send(new Frame(Frame.Kind.INPUT, Arrays.copyOf(buffer, length)));
            }
            connection.send(Frame.of(Frame.Kind.INPUT_END, ""));
        } catch (IOException e) {
            // The connection is lost, which the other thread says.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Outcome awaited(RelayConnection connection) throws InterruptedException {
        while (!outcome.isDone()) {
            Happening next = happenings.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            try {
                if (next instanceof Happening.Signalled signalled) {
                    connection.send(Frame.of(Frame.Kind.SIGNAL, signalled.signal()));
                } else if (next instanceof Happening.Stopped) {
                    connection.send(Frame.of(Frame.Kind.SIGNAL, RelayedRun.STOP));
                }
            } catch (IOException e) {
                lost();
            }
        }
        return outcome.join();
    }
}
