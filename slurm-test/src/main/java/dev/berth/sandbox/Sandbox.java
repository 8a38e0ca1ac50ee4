package dev.berth.sandbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A real Slurm on loopback, for as long as a test needs it. All of it lies in one temporary directory, which goes with
 * it; several can run at once. It runs as the user of the tests, root or not, and needs no service of the machine.
 *
 * <pre>{@code
 * try (Sandbox slurm = Sandbox.start(4)) {
 *     slurm.run("sbatch", "--wrap", "sleep 60").orThrow();
 *     slurm.killController();
 *     slurm.startController();
 * }
 * }</pre>
 */
public final class Sandbox implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** A name of a Unix socket has at most 107 characters. */
    private static final int LONGEST_DIRECTORY = 80;

    private SandboxPrograms programs = SandboxPrograms.ofThisMachine();
    /** The root whose Slurm runs; empty for that of this machine. */
    private final Optional<SlurmRoot> root;

    private final SandboxShape shape;
    private final Path directory;
    private final Map<String, Process> daemons = new LinkedHashMap<>();
    private final Thread closing = new Thread(this::end);
    /** That of the node that is apart; empty if there is none, or this machine does not allow one. */
    private Optional<OwnNetwork> network = Optional.empty();

    private Optional<AccountingFiles> accounting = Optional.empty();

    private String cutBy = "no node is apart";

    private Sandbox(SandboxShape shape, Optional<SlurmRoot> root) {
        this.shape = shape;
        this.root = root;
        root.ifPresent(SlurmRoot::require);
        programs.require(root.isEmpty(), shape.accounting());
        directory = newDirectory();
    }

    /** Starts a cluster; all its nodes are idle when this returns. */
    public static Sandbox start(int nodes) {
        return start(SandboxShape.of(nodes));
    }

    /**
     * Starts a cluster; all its nodes that have a slurmd are idle when this returns. Its Slurm is that of this machine, or of the root
     * that the system property {@link SlurmRoot#PROPERTY} names.
     */
    public static Sandbox start(SandboxShape shape) {
        return start(shape, SlurmRoot.configured());
    }

    /** Starts a cluster with the Slurm of a root, or that of this machine. */
    public static Sandbox start(SandboxShape shape, Optional<SlurmRoot> root) {
        Sandbox sandbox = new Sandbox(shape, root);
        Runtime.getRuntime().addShutdownHook(sandbox.closing);
        try {
            sandbox.begin();
            return sandbox;
        } catch (RuntimeException e) {
            IllegalStateException failure =
                    new IllegalStateException("Slurm did not start: " + e.getMessage() + sandbox.lastWords(), e);
            sandbox.close();
            throw failure;
        }
    }

    private static Path newDirectory() {
        try {
            // Other users' jobs look into it.
            Path directory = Files.createTempDirectory(
                            "berth-slurm",
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")))
                    .toRealPath();
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            if (directory.toString().length() > LONGEST_DIRECTORY
                    || !directory.toString().matches("[A-Za-z0-9/_.-]+")) {
                Files.delete(directory);
                throw new IllegalStateException(
                        "Slurm needs a temporary directory with a short and plain name, not %s; set -Djava.io.tmpdir=/tmp"
                                .formatted(directory));
            }
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void begin() {
        int port = Ports.freeRun(shape.nodes() + 3);
        if (shape.accounting()) {
            accounting = Optional.of(new AccountingFiles(directory, port + shape.nodes() + 1));
        }
        try {
            for (String part : List.of("state", "spool", "log")) {
                Files.createDirectory(directory.resolve(part));
            }
            if (root.isPresent()) {
                enter(root.get());
            }
            if (shape.apart().isPresent()) {
                makeNetwork(port);
            }
            new Configuration(directory, shape, port, network, accounting, version()).write();
            if (accounting.isPresent()) {
                accounting.get().write();
            }
            writeKey("munge");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        startMunge();
        accounting.ifPresent(this::startAccounting);
        launch("slurmctld", "slurmctld", "-D", "-i", "-f", configuration());
        awaitController();
        shape.names().forEach(this::startNode);
        awaitIdle();
    }

    private void startAccounting(AccountingFiles files) {
        run(files.install()).orThrow();
        launch("mariadbd", files.database());
        await("a socket of MariaDB", () -> {
            requireRunning("mariadbd");
            return Files.exists(directory.resolve("db.sock"));
        });
        launch("slurmdbd", "slurmdbd", "-D");
        await("an answer of slurmdbd", () -> {
            requireRunning("slurmdbd");
            return run("sacctmgr", "-n", "show", "cluster").code() == 0;
        });
        run("sacctmgr", "-i", "add", "cluster", "sandbox");
    }

    /** From here on the programs of Slurm are those of the root. */
    private void enter(SlurmRoot other) throws IOException {
        Path ready = directory.resolve("entered");
        launch("root", other.hold(ready));
        await("the namespace of " + other.directory(), () -> {
            requireRunning("root");
            return Files.exists(ready);
        });
        Path bin = directory.resolve("bin");
        other.writeCommands(bin, daemon("root").pid());
        programs = programs.before(bin);
    }

    /** The version of Slurm, such as {@code 22.05.8}. */
    public String version() {
        String said = run("slurmctld", "-V").orThrow();
        return said.replaceFirst("^\\S+ ", "").strip();
    }

    private void makeNetwork(int port) {
        OwnNetwork own = new OwnNetwork(this::run, port);
        try {
            own.make();
            network = Optional.of(own);
            cutBy = "a network namespace";
        } catch (IllegalStateException | UncheckedIOException e) {
            cutBy = "SIGSTOP of its slurmd, because this machine allows no network namespace: "
                    + String.valueOf(e.getMessage()).strip();
        }
    }

    /** Starts munged, which all programs and daemons of Slurm need; returns once its socket is there. */
    public void startMunge() {
        startMunge("munge", "munge");
    }

    /**
     * Environment in which programs use a munged of their own, as on another machine: with the key of the cluster, or with a
     * wrong one. Each can be had once.
     */
    public Map<String, String> environmentElsewhere(boolean rightKey) {
        String name = rightKey ? "elsewhere" : "stranger";
        Path configuration = directory.resolve(name + ".conf");
        try {
            if (!rightKey) {
                writeKey(name);
            }
            String text = Files.readString(directory.resolve("slurm.conf"));
            Files.writeString(configuration, text.replace("/munge.sock", "/" + name + ".sock"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        startMunge(name, rightKey ? "munge" : name);
        return environment(configuration.toString());
    }

    private void startMunge(String name, String key) {
        Path socket = directory.resolve(name + ".sock");
        // One that was killed leaves its socket.
        socket.toFile().delete();
        launch(
                daemonOf(name),
                "munged",
                "--foreground",
                "--force",
                "--socket=" + socket,
                "--key-file=" + directory.resolve(key + ".key"),
                "--log-file=" + directory.resolve("log/" + daemonOf(name) + ".log"),
                "--pid-file=" + directory.resolve(daemonOf(name) + ".pid"),
                "--seed-file=" + directory.resolve(name + ".seed"));
        await("a socket of munged", () -> Files.exists(socket));
    }

    private static String daemonOf(String name) {
        return name.equals("munge") ? "munged" : "munged-" + name;
    }

    private void writeKey(String name) throws IOException {
        byte[] key = new byte[1024];
        new SecureRandom().nextBytes(key);
        Path file = Files.createFile(
                directory.resolve(name + ".key"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(file, key);
    }

    public SandboxShape shape() {
        return shape;
    }

    /** Where all of it lies: slurm.conf, log, state and spool. */
    public Path directory() {
        return directory;
    }

    /** Whom Slurm runs as, and who submits. */
    public String user() {
        return System.getProperty("user.name");
    }

    /** Environment that the commands of Slurm need; also where they are, if they are not those of this machine. */
    public Map<String, String> environment() {
        return environment(configuration());
    }

    private Map<String, String> environment(String configuration) {
        return root.isPresent()
                ? Map.of("SLURM_CONF", configuration, "PATH", programs.path())
                : Map.of("SLURM_CONF", configuration);
    }

    private String configuration() {
        return directory.resolve("slurm.conf").toString();
    }

    /** Runs a command of Slurm, or any other with its environment, to its end. */
    public ProgramOutput run(String... command) {
        try {
            Path out = Files.createTempFile(directory, "out", "");
            Path err = Files.createTempFile(directory, "err", "");
            try {
                Process process = prepare(command)
                        .redirectOutput(out.toFile())
                        .redirectError(err.toFile())
                        .start();
                if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new IllegalStateException(
                            "no end after %d s: %s".formatted(PATIENCE.toSeconds(), String.join(" ", command)));
                }
                return new ProgramOutput(process.exitValue(), Files.readString(out), Files.readString(err));
            } finally {
                Files.deleteIfExists(out);
                Files.deleteIfExists(err);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private ProcessBuilder prepare(String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.set(0, programs.locate(command[0]));
        ProcessBuilder builder = new ProcessBuilder(arguments)
                .directory(directory.resolve("spool").toFile())
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SLURM_") || name.startsWith("SBATCH_"));
        builder.environment().putAll(environment());
        builder.environment().put("PATH", programs.path());
        builder.environment().put("LC_ALL", "C");
        return builder;
    }

    /** Starts a daemon in a session of its own, so that an interrupt at the terminal does not reach it. */
    private synchronized void launch(String name, String... command) {
        Process earlier = daemons.get(name);
        if (earlier != null && earlier.isAlive()) {
            throw new IllegalStateException(name + " is running already");
        }
        List<String> arguments = new ArrayList<>(List.of("setsid"));
        arguments.addAll(List.of(command));
        try {
            daemons.put(
                    name,
                    prepare(arguments.toArray(String[]::new))
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(
                                    directory.resolve("log/" + name + ".out").toFile()))
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills munged as a crash would: nobody is believed any more, neither programs nor daemons. */
    public void killMunge() {
        kill("munged");
    }

    /** Stops slurmctld where it is: it takes connections and answers none. */
    public void pauseController() {
        signal("slurmctld", "STOP");
    }

    /** Lets slurmctld go on. */
    public void resumeController() {
        signal("slurmctld", "CONT");
    }

    /** Kills slurmctld as a crash would, without a chance to save anything. */
    public void killController() {
        kill("slurmctld");
    }

    /** Starts slurmctld with the state that the last one saved; returns once it answers. */
    public void startController() {
        // Before it has saved for the first time how much was used, a later version does not start with accounting.
        boolean isYoung = accounting.isPresent() && !Files.exists(directory.resolve("state/assoc_usage"));
        if (isYoung) {
            launch("slurmctld", "slurmctld", "-D", "-i", "-f", configuration());
        } else {
            launch("slurmctld", "slurmctld", "-D", "-f", configuration());
        }
        awaitController();
    }

    /** Kills the slurmd of a node as a crash would; its jobs run on. Slurm notices after the {@link SandboxShape#silence}. */
    public void killNode(String name) {
        kill("slurmd-" + name);
    }

    /** Ends the slurmd of a node as an upgrade of its package does; its jobs run on. */
    public void endNode(String name) {
        Process daemon = daemon("slurmd-" + name);
        daemon.destroy();
        daemon.onExit().join();
    }

    /** Starts the slurmd of a node. */
    public void startNode(String name) {
        String[] command = {"slurmd", "-D", "-N", name, "-f", configuration()};
        launch("slurmd-" + name, isInNetwork(name) ? network.orElseThrow().command(command) : command);
    }

    private boolean isInNetwork(String name) {
        return network.isPresent() && shape.apart().filter(name::equals).isPresent();
    }

    /** Cuts off the node that is {@link SandboxShape#apart}, by the means that {@link #cutBy} names; its jobs run on. */
    public void cutOff(String name) {
        if (isInNetwork(name)) {
            network.orElseThrow().cut();
        } else {
            signal("slurmd-" + name, "STOP");
        }
    }

    /** Joins it again. */
    public void join(String name) {
        if (isInNetwork(name)) {
            network.orElseThrow().join();
        } else {
            signal("slurmd-" + name, "CONT");
        }
    }

    /** How the node that is apart is cut off, and why in no better way. */
    public String cutBy() {
        return cutBy;
    }

    private void kill(String name) {
        daemon(name).destroyForcibly().onExit().join();
    }

    private void signal(String name, String signal) {
        run("kill", "-" + signal, String.valueOf(daemon(name).pid())).orThrow();
    }

    private synchronized Process daemon(String name) {
        Process daemon = daemons.get(name);
        if (daemon == null) {
            throw new IllegalArgumentException("This sandbox has no " + name);
        }
        return daemon;
    }

    /** Waits until slurmctld answers. */
    public void awaitController() {
        await("an answer of slurmctld", () -> {
            requireRunning("slurmctld");
            return run("scontrol", "ping").out().contains("is UP");
        });
    }

    /** Waits until all nodes that have a slurmd are idle. */
    public void awaitIdle() {
        await("idle nodes", () -> {
            requireRunning("slurmctld");
            return run("sinfo", "-h", "-N", "-p", "all", "-o", "%N %T")
                            .out()
                            .lines()
                            .filter(line -> line.endsWith(" idle"))
                            .count()
                    == shape.nodes();
        });
    }

    /** Waits until a node is in a state as {@code sinfo} names it, such as {@code idle}, {@code allocated} or {@code down}. */
    public void awaitNode(String name, String state) {
        await(
                "node " + name + " being " + state,
                () -> run("sinfo", "-h", "-N", "-n", name, "-o", "%T")
                        .out()
                        .lines()
                        .anyMatch(
                                found -> found.replaceAll("[*~#!%$@^+-]+$", "").equals(state)));
    }

    /** Waits until a job is in a state as {@code squeue} names it, such as {@code RUNNING}. */
    public void awaitJob(String id, String state) {
        await(
                "job " + id + " being " + state,
                () -> run("scontrol", "-o", "show", "job", id).out().contains(" JobState=" + state + " "));
    }

    /** Waits until something holds, and throws if it never does. */
    public void await(String what, BooleanSupplier holds) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("waited %d s in vain for %s".formatted(PATIENCE.toSeconds(), what));
            }
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for " + what, e);
            }
        }
    }

    private synchronized void requireRunning(String name) {
        Process daemon = daemons.get(name);
        if (daemon == null || !daemon.isAlive()) {
            throw new IllegalStateException(name + " has ended");
        }
    }

    private String lastWords() {
        StringBuilder words = new StringBuilder();
        try (Stream<Path> files = Files.list(directory.resolve("log"))) {
            for (Path file : files.sorted().toList()) {
                List<String> lines = Files.readAllLines(file);
                lines.subList(Math.max(0, lines.size() - 5), lines.size())
                        .forEach(line -> words.append('\n')
                                .append(file.getFileName())
                                .append(": ")
                                .append(line));
            }
        } catch (IOException e) {
            words.append("\nno logs: ").append(e.getMessage());
        }
        return words.toString();
    }

    /** Kills the daemons and all jobs, and deletes the directory. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(closing);
        } catch (IllegalStateException e) {
            // The machine shuts down already, and the hook does it.
            return;
        }
        end();
    }

    private synchronized void end() {
        // The nodes first, lest one starts another job; munged last.
        List<Process> all = new ArrayList<>(daemons.values()).reversed();
        all.forEach(Process::destroyForcibly);
        all.forEach(daemon -> daemon.onExit().join());
        endJobs();
        network.ifPresent(OwnNetwork::remove);
        delete();
    }

    /** A job's slurmstepd outlives its slurmd; it has the working directory of that. */
    private void endJobs() {
        Path home = directory.resolve("spool");
        // Seen from here, what is inside a root has that before its name.
        List<ProcessHandle> steps = ProcessHandle.allProcesses()
                .filter(process -> String.valueOf(link(process, "cwd")).endsWith(home.toString()))
                .filter(process -> String.valueOf(link(process, "exe")).contains("slurmstepd"))
                .toList();
        // The processes of a job lose their parent when that is killed: count them before.
        List<ProcessHandle> all = new ArrayList<>(steps);
        steps.forEach(step -> step.descendants().forEach(all::add));
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(process -> process.onExit()
                .orTimeout(5, TimeUnit.SECONDS)
                .exceptionally(late -> process)
                .join());
    }

    private static @Nullable Path link(ProcessHandle process, String name) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", String.valueOf(process.pid()), name));
        } catch (IOException e) {
            return null;
        }
    }

    private void delete() {
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException | UncheckedIOException e) {
            // It is a temporary directory: the system deletes it some day.
        }
    }
}
