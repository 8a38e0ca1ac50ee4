package dev.berth.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.run.ssh.LoopbackHosts;
import dev.berth.cli.run.ssh.PartsInUse;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Six people run random commands on three hosts while runners, the daemons of ssh and the service are killed. They are real accounts, made for
 * this and removed again, so it needs root. Who has no root may try it with one account for all six, but has to say so.
 */
class OtherHostsUnderFaultsTest {
    private static final Pattern TOKEN = Pattern.compile("--token (\\S+)");
    private static final int USERS = 6;
    private static final List<String> HOSTS = List.of("dgx1", "dgx2", "dgx3");
    private static final boolean IS_ROOT = System.getProperty("user.name").equals("root");
    /** Set by somebody who knows that one account for all is less than six. */
    private static final String ONE_ACCOUNT = "BERTH_TEST_ONE_ACCOUNT";

    @TempDir
    private Path work;

    private final long seed = Long.getLong("berth.seed", System.nanoTime());
    private final int runs = Boolean.getBoolean("berth.sample") ? 24 : 200;
    private final Random random = new Random(seed);
    private final String pool = "faults" + ProcessHandle.current().pid();
    private final List<String> users = new ArrayList<>();
    private LoopbackHosts hosts;
    private Process service;
    private int port;

    @BeforeEach
    void open() throws Exception {
        System.out.println("seed " + seed);
        assertThat(IS_ROOT || System.getenv(ONE_ACCOUNT) != null)
                .as(
                        "six accounts can be made, which needs root: run it as root, as in a container, or set %s=1 to"
                                + " try it with one account",
                        ONE_ACCOUNT)
                .isTrue();
        Files.setPosixFilePermissions(work, PosixFilePermissions.fromString("rwxr-xr-x"));
        for (int i = 0; i < USERS; i++) {
            String name = IS_ROOT
                    ? "berth%d-%d".formatted(ProcessHandle.current().pid(), i)
                    : System.getProperty("user.name");
            if (IS_ROOT) {
                must(
                        "useradd",
                        "--no-log-init",
                        "-m",
                        "-K",
                        "UMASK=077",
                        "-p",
                        "*",
                        "-b",
                        work.toString(),
                        "-s",
                        "/bin/sh",
                        name);
            }
            users.add(name);
        }
        hosts = new LoopbackHosts(work.resolve("ssh"), Map.of("TZ", "UTC"), HOSTS.toArray(String[]::new));
        hosts.install(readableClassPath());
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        String address = "http://127.0.0.1:" + port;
        Files.writeString(work.resolve("site.yaml"), """
            name: faults
            listen: 127.0.0.1:%d
            pools:
              - name: %s
                servers: [{name: dgx1, host: dgx1}, {name: dgx2, host: dgx2}, {name: dgx3, host: dgx3}]
                rate: 1
                parts: {gpu: 4, cores: 16}
            """.formatted(port, pool));
        serve();
        Awaitility.await("token")
                .until(() -> TOKEN.matcher(Files.readString(work.resolve("service.log")))
                        .find());
        Matcher line = TOKEN.matcher(Files.readString(work.resolve("service.log")));
        assertThat(line.find()).isTrue();
        String token = line.group(1);
        Ran login = Ran.with(new byte[0], variables(0), Clock.systemUTC(), "login", address, "--token", token);
        assertThat(login.code()).as(login.toString()).isZero();
    }

    private void serve() throws IOException {
        service = new ProcessBuilder(
                        hosts.programs().resolve("berth").toString(),
                        "serve",
                        "--config",
                        work.resolve("site.yaml").toString(),
                        "--data",
                        work.resolve("data").toString())
                .redirectErrorStream(true)
                .redirectOutput(work.resolve("service.log").toFile())
                .start();
        Awaitility.await("service").atMost(1, TimeUnit.MINUTES).until(this::isServed);
    }

    private boolean isServed() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    /** Other accounts cannot read the jars in one's home. */
    private String readableClassPath() throws Exception {
        String usual = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        if (!IS_ROOT) {
            return usual;
        }
        Path library = Files.createDirectories(work.resolve("lib"));
        List<String> entries = new ArrayList<>();
        for (String each : usual.split(File.pathSeparator, -1)) {
            if (Files.exists(Path.of(each))) {
                String copy = library.resolve(entries.size() + (each.endsWith(".jar") ? ".jar" : ""))
                        .toString();
                must("cp", "-rL", "--no-preserve=mode", each, copy);
                entries.add(copy);
            }
        }
        must("chmod", "-R", "a+rX", library.toString());
        return String.join(File.pathSeparator, entries);
    }

    private static void must(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor())
                .as(String.join(" ", command) + ": " + said)
                .isZero();
    }

    @AfterEach
    void close() throws Exception {
        try {
            hosts.close();
            service.destroyForcibly();
        } finally {
            if (IS_ROOT) {
                for (String user : users) {
                    new ProcessBuilder("userdel", "-f", user).start().waitFor();
                }
            }
        }
    }

    private Map<String, String> variables(int user) throws IOException {
        Map<String, String> variables = new HashMap<>();
        variables.put("PATH", System.getenv("PATH"));
        variables.put("XDG_CONFIG_HOME", work.resolve("config").toString());
        variables.put("XDG_STATE_HOME", work.resolve("state" + user).toString());
        variables.put("BERTH_HOST", "laptop");
        variables.put("BERTH_WAIT", "60s");
        variables.put("BERTH_SSH", IS_ROOT ? hosts.sshAs(users.get(user)) : hosts.ssh());
        return variables;
    }

    @Test
    @Timeout(1_800)
    void noPartIsGivenTwice_andNothingIsLeft() throws Exception {
        PartsInUse census = new PartsInUse(pool);
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicInteger ended = new AtomicInteger();
        List<String> codes = Collections.synchronizedList(new ArrayList<>());
        try (ExecutorService people = Executors.newFixedThreadPool(USERS + 1)) {
            Future<Void> looking = people.submit(() -> {
                while (!isOver.get()) {
                    census.look();
                    TimeUnit.MILLISECONDS.sleep(50);
                }
                return null;
            });
            List<Future<Void>> all = new ArrayList<>();
            for (int user = 0; user < USERS; user++) {
                Map<String, String> variables = variables(user);
                Random own = new Random(random.nextLong());
                int count = runs / USERS + (user < runs % USERS ? 1 : 0);
                all.add(people.submit(() -> {
                    for (int i = 0; i < count; i++) {
                        Awaitility.await("service").atMost(1, TimeUnit.MINUTES).until(this::isServed);
                        Ran ran = Ran.with(new byte[0], variables, Clock.systemUTC(), words(own));
                        codes.add(ran.code() + " "
                                + ran.err().lines().reduce((a, b) -> b).orElse(""));
                        ended.incrementAndGet();
                    }
                    return null;
                }));
            }
            Faults faults = new Faults();
            while (all.stream().anyMatch(each -> !each.isDone())) {
                TimeUnit.MILLISECONDS.sleep(2_000 + random.nextInt(4_000));
                faults.happen();
            }
            for (Future<Void> each : all) {
                each.get();
            }
            Awaitility.await("no command is left").atMost(2, TimeUnit.MINUTES).until(() -> census.look() == 0);
            isOver.set(true);
            looking.get();
            codes.stream().sorted().forEach(System.out::println);
            System.out.printf(
                    "%d runs of %d people, %d commands seen; killed: %s; seed %d%n",
                    ended.get(), census.users(), census.commands(), faults.killed, seed);
        }
        assertThat(census.twice()).as("seed %d", seed).isEmpty();
        assertThat(census.commands()).as("%s; seed %d", codes, seed).isGreaterThan(runs / 3);
        assertThat(census.users()).isEqualTo(IS_ROOT ? USERS : 1);
        Awaitility.await("no runner, relay or ssh is left")
                .atMost(2, TimeUnit.MINUTES)
                .until(() -> ours().isEmpty());
    }

    private static String[] words(Random own) {
        boolean isStubborn = own.nextInt(4) == 0;
        String script = (isStubborn ? "trap '' TERM; " : "") + "sleep " + own.nextInt(4) + "." + own.nextInt(10);
        List<String> words = new ArrayList<>(List.of(
                "run",
                "--for",
                8 + own.nextInt(8) + "s",
                "--grace",
                "1s",
                "--gpus",
                Integer.toString(1 + own.nextInt(4)),
                "--directory",
                "/tmp"));
        words.addAll(List.of("--", "sh", "-c", script));
        return words.toArray(String[]::new);
    }

    /** Processes of Berth and ssh that belong to this test and not to the service. */
    private List<String> ours() {
        return ProcessHandle.allProcesses()
                .filter(each -> each.pid() != ProcessHandle.current().pid())
                .map(each -> each.pid() + " " + told(each))
                .filter(line -> line.contains(work.toString()))
                .filter(line ->
                        line.contains("DetachedRunner") || line.contains(" relay") || line.contains("config-of-"))
                .toList();
    }

    private static String told(ProcessHandle process) {
        try {
            return Files.readString(
                            Path.of("/proc", Long.toString(process.pid()), "cmdline"), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ');
        } catch (IOException e) {
            return "";
        }
    }

    /** A fault during the runs. */
    private final class Faults {
        private final Map<String, Integer> killed = new HashMap<>();

        void happen() throws Exception {
            switch (random.nextInt(6)) {
                case 0 -> {
                    service.destroyForcibly().waitFor();
                    serve();
                    killed.merge("services", 1, Integer::sum);
                }
                case 1, 2 -> {
                    String host = HOSTS.get(random.nextInt(HOSTS.size()));
                    hosts.kill(host);
                    hosts.start(host);
                    killed.merge("daemons of ssh", 1, Integer::sum);
                }
                default -> {
                    List<ProcessHandle> runners = ProcessHandle.allProcesses()
                            .filter(each -> told(each).contains("DetachedRunner"))
                            .filter(each -> told(each).contains(work.toString()))
                            .toList();
                    if (!runners.isEmpty()) {
                        runners.get(random.nextInt(runners.size())).destroyForcibly();
                        killed.merge("runners", 1, Integer::sum);
                    }
                }
            }
        }
    }
}
