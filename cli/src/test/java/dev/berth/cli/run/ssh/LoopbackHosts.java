package dev.berth.cli.run.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * Hosts that are real OpenSSH servers on ports of loopback, each of which tells its sessions another name of the machine. Their user is
 * the one who runs the test; no account and no file outside the directory is touched.
 */
public final class LoopbackHosts implements AutoCloseable {
    private final Path directory;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, Process> daemons = new TreeMap<>();
    private final Map<String, String> variables;

    /**
     * Starts them.
     *
     * @param variables what their sessions see beside the name of their host
     */
    public LoopbackHosts(Path directory, Map<String, String> variables, String... names) {
        this.directory = directory;
        this.variables = variables;
        try {
            Files.createDirectories(directory.resolve("bin"));
            if (System.getProperty("user.name").equals("root")) {
                // sshd insists on it when root starts it.
                Files.createDirectories(Path.of("/run/sshd"));
            }
            key("host_key");
            key("user_key");
            Files.copy(directory.resolve("user_key.pub"), directory.resolve("authorized_keys"));
            program();
            for (String name : names) {
                try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                    ports.put(name, free.getLocalPort());
                }
            }
            configure();
            for (String name : names) {
                start(name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void key(String file) throws IOException {
        run(List.of(
                "ssh-keygen",
                "-q",
                "-t",
                "ed25519",
                "-N",
                "",
                "-f",
                directory.resolve(file).toString()));
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(command + ": " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The program as it is installed on these hosts. */
    private void program() throws IOException {
        Path file = Files.writeString(
                directory.resolve("bin/berth"),
                "#!/bin/sh\nexec '%s' --enable-native-access=ALL-UNNAMED -Xmx128m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' dev.berth.cli.Berth \"$@\"\n"
                        .formatted(
                                Path.of(System.getProperty("java.home"), "bin", "java"),
                                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void configure() throws IOException {
        StringBuilder client = new StringBuilder();
        StringBuilder known = new StringBuilder();
        String key = Files.readString(directory.resolve("host_key.pub")).strip();
        for (Map.Entry<String, Integer> each : ports.entrySet()) {
            client.append("""
                    Host %s
                      HostName 127.0.0.1
                      Port %d
                      User %s
                      IdentityFile %s
                      IdentitiesOnly yes
                      UserKnownHostsFile %s
                      StrictHostKeyChecking yes
                    """.formatted(
                            each.getKey(),
                            each.getValue(),
                            System.getProperty("user.name"),
                            directory.resolve("user_key"),
                            directory.resolve("known_hosts")));
            known.append("[127.0.0.1]:%d %s\n".formatted(each.getValue(), key));
            Map<String, String> seen = new TreeMap<>(variables);
            seen.putIfAbsent("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
            seen.put("BERTH_HOST", each.getKey());
            StringBuilder environment = new StringBuilder();
            seen.forEach((name, value) -> environment.append(" \"%s=%s\"".formatted(name, value)));
            Files.writeString(directory.resolve(each.getKey() + ".conf"), """
                    Port %d
                    ListenAddress 127.0.0.1
                    HostKey %s
                    AuthorizedKeysFile %s
                    PidFile none
                    StrictModes no
                    UsePAM no
                    PermitRootLogin yes
                    PasswordAuthentication no
                    KbdInteractiveAuthentication no
                    MaxStartups 100
                    LogLevel ERROR
                    SetEnv%s
                    """.formatted(
                            each.getValue(),
                            directory.resolve("host_key"),
                            directory.resolve("authorized_keys"),
                            // Open MPI makes its directory on each host at once, which are one machine here.
                            environment
                                    + " OMPI_MCA_orte_local_tmpdir_base=/tmp/ompi-local"
                                    + " OMPI_MCA_orte_remote_tmpdir_base=/tmp/ompi-remote"));
        }
        Files.writeString(directory.resolve("known_hosts"), known);
        Files.writeString(directory.resolve("config"), client);
    }

    /** The command line of ssh for another account of this machine. */
    public String sshAs(String user) throws IOException {
        Path file = directory.resolve("config-of-" + user);
        Files.writeString(
                file,
                Files.readString(config()).replace("  User " + System.getProperty("user.name"), "  User " + user));
        return "ssh -F " + file;
    }

    /** Installs the program anew with another class path, where all accounts can read it. */
    public void install(String classPath) throws IOException {
        Path file = directory.resolve("bin/berth");
        String usual = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Files.writeString(file, Files.readString(file).replace(usual, classPath));
    }

    /** Starts the daemon of a host, which may have been killed. */
    public void start(String name) throws IOException {
        Process daemon = new ProcessBuilder(
                        daemon(),
                        "-D",
                        "-e",
                        "-f",
                        directory.resolve(name + ".conf").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve(name + ".log").toFile()))
                .start();
        daemons.put(name, daemon);
        Awaitility.await("sshd of " + name)
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    if (!daemon.isAlive()) {
                        throw new IllegalStateException(Files.readString(directory.resolve(name + ".log")));
                    }
                    return answers(ports.get(name));
                });
    }

    /** An ordinary user's PATH has no daemons; sshd starts itself anew by its whole path. */
    private static String daemon() {
        for (String folder : (System.getenv("PATH") + ":/usr/sbin:/sbin").split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, "sshd"))) {
                return Path.of(folder, "sshd").toString();
            }
        }
        throw new IllegalStateException("sshd is missing; on Debian: apt-get install openssh-server openssh-client");
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Kills the daemon of a host and the connections to it, as when its network is cut. */
    public void kill(String name) {
        Process daemon = daemons.get(name);
        List<ProcessHandle> sessions = daemon.descendants()
                .filter(each -> each.info().command().orElse("").endsWith("sshd"))
                .toList();
        daemon.destroyForcibly();
        sessions.forEach(ProcessHandle::destroyForcibly);
        try {
            daemon.waitFor(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Value of {@code BERTH_SSH} that reaches them. */
    public String ssh() {
        return "ssh -F " + directory.resolve("config");
    }

    /** The file that ssh goes by. */
    public Path config() {
        return directory.resolve("config");
    }

    /** The file with the known keys. */
    public Path knownHosts() {
        return directory.resolve("known_hosts");
    }

    /** The folder with the program, which is on the PATH of these hosts. */
    public Path programs() {
        return directory.resolve("bin");
    }

    @Override
    public void close() {
        daemons.keySet().forEach(this::kill);
    }
}
