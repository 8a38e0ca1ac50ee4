package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServeTest {
    @TempDir
    private Path directory;

    private Path config;
    private String data;
    private Map<String, String> variables;

    @BeforeEach
    void write() throws IOException {
        config = Files.writeString(directory.resolve("site.yaml"), """
                name: test
                listen: 127.0.0.1:0
                pools:
                  - {name: fast, servers: 2, rate: 1}
                """);
        data = directory.resolve("data").toString();
        variables = Map.of("XDG_CONFIG_HOME", directory.resolve("config").toString());
    }

    private Ran berth(String... args) {
        return Ran.with(new byte[0], variables, Clock.systemUTC(), args);
    }

    private Subprocess serve() throws IOException {
        return Subprocess.berth("serve", "--config", config.toString(), "--data", data);
    }

    private String address(Subprocess service) throws IOException {
        return service.lineWith("Berth serves test on ").replaceAll(".* on ", "");
    }

    @Test
    void process_servesAndBacksUpAndEndsInGoodOrder_andTheBackupHasTheSame() throws Exception {
        String booked;
        Path backup = directory.resolve("backup");
        try (Subprocess service = serve()) {
            String address = address(service);
            assertThat(HttpClient.newHttpClient()
                            .send(
                                    HttpRequest.newBuilder(URI.create(address + "/api/v1/health"))
                                            .build(),
                                    BodyHandlers.ofString())
                            .body())
                    .contains("\"ok\"");
            String token = service.lineWith("--token").replaceAll(".*--token ", "");
            assertThat(berth("login", address, "--token", token).code()).isZero();
            assertThat(berth("book", "kept", "--work", "1h", "--ready", "now+2h", "--deadline", "now+1d")
                            .code())
                    .isZero();
            booked = berth("list", "--json").out();

            Ran second = berth("serve", "--config", config.toString(), "--data", data);
            assertThat(second.code()).isEqualTo(3);
            assertThat(second.err()).contains("is in use by process", "stop that process first");

            assertThat(berth("backup", "--data", data, "--out", backup.toString())
                            .err())
                    .isEmpty();
            service.terminate();
            assertThat(service.code()).isZero();
            assertThat(service.rest()).doesNotContain("Exception", "WARN");
        }
        Map<String, String> impatient = new HashMap<>(variables);
        impatient.put("BERTH_WAIT", "0s");
        Ran lost = Ran.with(new byte[0], impatient, Clock.systemUTC(), "list");
        assertThat(lost.code()).isEqualTo(3);
        assertThat(lost.err()).startsWith("Cannot connect to ");

        String old = data;
        data = directory.resolve("restored").toString();
        assertThat(berth("restore", "--from", backup.toString(), "--data", data).err())
                .isEmpty();
        try (Subprocess service = serve()) {
            String address = address(service);
            String token = Files.readString(directory.resolve("config/berth/login.properties"))
                    .replaceAll("(?s).*token=([^\n]*).*", "$1");
            assertThat(berth("login", address, "--token", token).code()).isZero();
            assertThat(berth("list", "--json").out()).isEqualTo(booked);
            service.terminate();
            assertThat(service.code()).isZero();
            // Its administrator has signed in once: no second token is given away.
            assertThat(service.rest()).doesNotContain("--token");
        }
        assertThat(Path.of(data, "webhooks.key")).hasSameTextualContentAs(Path.of(old, "webhooks.key"));
        Ran full = berth("restore", "--from", backup.toString(), "--data", old);
        assertThat(full.code()).isEqualTo(2);
        assertThat(full.err()).contains("is not empty");
    }

    @Test
    void process_readsItsSettingsAgain_andSaysWhatItDoesNotDo() throws Exception {
        Files.writeString(config, """
                name: test
                listen: 127.0.0.1:0
                pools:
                  - {name: gpu, servers: 4, rate: 1}
                """);
        try (Subprocess service = serve()) {
            String address = address(service);
            String token = service.lineWith("--token").replaceAll(".*--token ", "");
            assertThat(berth("login", address, "--token", token).code()).isZero();
            Files.writeString(config, """
                    name: other
                    listen: 127.0.0.1:0
                    pools:
                      - {name: gpu, servers: 6, rate: 0.5}
                      - {name: new, servers: 1, rate: 1}
                    """);
            service.hangUp();
            assertThat(service.lineWith("WARN pool gpu keeps its rate 1")).contains("although the settings say 0.5");
            service.lineWith("WARN name has changed; restart the service to apply it");
            assertThat(service.lineWith("INFO Settings read again")).endsWith(" file=" + config);
            assertThat(berth("pools", "--json").out()).contains("\"servers\" : 6", "\"new\"");
            Files.writeString(config, "name: [");
            service.hangUp();
            assertThat(service.lineWith("WARN The settings stay as they were")).contains("not valid YAML");
            service.terminate();
            assertThat(service.code()).isZero();
        }
        Files.writeString(config, """
                name: test
                listen: 127.0.0.1:0
                pools:
                  - {name: gpu, servers: 5, rate: 1}
                """);
        Ran again = berth("serve", "--config", config.toString(), "--data", data, "--for", "1s");
        assertThat(again.err()).contains("WARN pool gpu keeps its 6 servers", "say 5", "berth drain gpu --servers 5");
    }

    @Test
    void process_thatWasAwayForLong_saysSo_andAnOperatorAcceptsTheClock() throws Exception {
        Clock longAgo = Clock.offset(Clock.systemUTC(), Duration.ofDays(-60));
        String[] brief = {"serve", "--config", config.toString(), "--data", data, "--for", "1s"};
        assertThat(Ran.with(new byte[0], variables, longAgo, brief).code()).isZero();
        try (Subprocess service =
                Subprocess.berth("serve", "--config", config.toString(), "--data", data, "--sign-in")) {
            assertThat(service.lineWith("ERROR The clock of this machine says "))
                    .contains("days", "last entry of the journal", "Time is stopped at", "berth clock accept");
            String address = address(service);
            String token = service.lineWith("--token").replaceAll(".*--token ", "");
            assertThat(berth("login", address, "--token", token).code()).isZero();
            assertThat(berth("clock").code()).isEqualTo(1);
            assertThat(berth("clock", "accept").out()).startsWith("accepted\nstate        time passes\n");
            assertThat(berth("clock").code()).isZero();
            service.terminate();
            assertThat(service.code()).isZero();
        }
        Ran quiet = berth(brief);
        assertThat(quiet.out()).contains("Berth serves");
        assertThat(quiet.err()).doesNotContain("WARN", "ERROR");
    }

    @Test
    void log_isOneLineForEachRecord_orJson_andDebugByAReload() throws Exception {
        String[] brief = {"serve", "--config", config.toString(), "--data", data, "--for", "1s"};
        assertThat(berth(brief).err().lines())
                .allMatch(line ->
                        line.matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}[+-]\\d\\d:\\d\\d INFO .*"))
                .anyMatch(line -> line.contains(" INFO Service started site=test address=127.0.0.1:"))
                .anyMatch(line -> line.contains(" INFO Service stopped site=test address=127.0.0.1:"));
        String plain = Files.readString(config);
        Files.writeString(config, plain + "log: {format: json, access: on}\n");
        try (Subprocess service = serve()) {
            assertThat(service.lineWith("Service started"))
                    .startsWith("{\"time\":\"")
                    .contains("\"level\":\"info\",\"message\":\"Service started\"", "\"fields\":{\"site\":\"test\"");
            String address = address(service);
            HttpClient client = HttpClient.newHttpClient();
            HttpRequest health = HttpRequest.newBuilder(URI.create(address + "/api/v1/health"))
                    .build();
            client.send(health, BodyHandlers.ofString());
            assertThat(service.lineWith("\"message\":\"Request\""))
                    .contains("\"method\":\"GET\",\"path\":\"/api/v1/health\",\"status\":200,\"millis\":");
            Files.writeString(config, plain.replace("name: test", "name: other") + "log: {level: warn}\n");
            service.hangUp();
            service.lineWith("WARN name has changed");
            client.send(health, BodyHandlers.ofString());
            service.terminate();
            assertThat(service.code()).isZero();
            assertThat(service.rest()).doesNotContain("Service stopped");
        }
    }

    @Test
    void serve_forATime_stopsByItself_andSignInGivesAnotherToken() {
        String[] args = {"serve", "--config", config.toString(), "--data", data, "--port", "0", "--for", "1s"};

        assertThat(berth(args).out()).contains("Berth serves test on http://127.0.0.1:", "berth login http://");
        assertThat(berth(args).out()).doesNotContain("login");
        String[] more = java.util.Arrays.copyOf(args, args.length + 1);
        more[args.length] = "--sign-in";
        assertThat(berth(more).out()).contains("as admin:\n  berth login http://");
    }

    @Test
    void publicAddressWithoutTls_isRefused() throws IOException {
        Files.writeString(config, "name: test\nlisten: 0.0.0.0:7117\n");

        Ran ran = berth("serve", "--config", config.toString(), "--data", data);

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("site.yaml: listen", "unprotected", "allowPublic: true");
        assertThat(Path.of(data)).doesNotExist();
    }

    @Test
    void aCertificateThatCannotBeUsed_isSaidInOneSentence() throws IOException {
        Path nothing = Files.writeString(config.resolveSibling("site.crt"), "");
        Files.writeString(config, "name: test\nlisten: 127.0.0.1:0\ntls: {certificate: site.crt, key: site.crt}\n");

        Ran ran = berth("serve", "--config", config.toString(), "--data", data);

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).containsSubsequence("tls: ", nothing.toString()).doesNotContain("Exception");
    }

    @Test
    void portTaken_isAFailureWithAdvice() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Ran ran = berth("serve", "--config", config.toString(), "--data", data, "--port", port);

            assertThat(ran.code()).isEqualTo(3);
            assertThat(ran.err()).containsSubsequence("port " + port + " is in use", "--port\n");
        }
    }

    @Test
    void wrongSettings_areNamed() throws IOException {
        assertThat(berth("serve", "--config", "none.yaml", "--data", data).code())
                .isEqualTo(3);
        assertThat(berth("serve", "--config", config.toString(), "--data", data, "--port", "70000")
                        .err())
                .containsSubsequence("--port: 70000 is out of range", "from 0 to 65535");
        Files.writeString(config, "name: test\ncolour: red\n");
        Ran ran = berth("serve", "--config", config.toString(), "--data", data);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("site.yaml: colour");
    }

    @Test
    void dataThatCannotBeUsed_isAFailure() throws IOException {
        Files.writeString(Path.of(data), "a file");

        Ran ran = berth("serve", "--config", config.toString(), "--data", data);

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).startsWith("--data: cannot use ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"there", "missing"})
    void backup_toAFileThatExists_orOfNothing_isAFailure(String what) throws IOException {
        Path out = directory.resolve("out");
        if (what.equals("there")) {
            Ran served = berth("serve", "--config", config.toString(), "--data", data, "--for", "1s");
            assertThat(served.code()).isZero();
            Files.writeString(out, "mine");
        }

        Ran ran = berth("backup", "--data", data, "--out", out.toString());

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains(what.equals("there") ? "already exists" : "does not exist");
    }

    private void damage(Path journal, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + journal);
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isPositive();
        }
    }

    private void serveOnce() {
        assertThat(berth("serve", "--config", config.toString(), "--data", data, "--for", "1s")
                        .code())
                .isZero();
    }

    @Test
    void damagedJournal_isNotBackedUp_andVerifySaysWhere() throws Exception {
        serveOnce();
        Path journal = Path.of(data, "journal.db");
        Path out = directory.resolve("out");
        Ran whole = berth("journal", "verify", "--data", data);
        assertThat(whole.code()).isZero();
        assertThat(whole.out()).contains("entries   1 to ", ", all whole\n", "snapshot  up to entry ");
        assertThat(berth("backup", "--data", data, "--out", out.toString()).out())
                .contains("and verified: ");
        assertThat(berth("journal", "verify", "--backup", out.toString(), "--json")
                        .out())
                .contains("\"whole\" : true");

        damage(journal, "UPDATE entry SET body = zeroblob(length(body)) WHERE number = 1");
        Ran verify = berth("journal", "verify", "--data", data);
        assertThat(verify.code()).isEqualTo(3);
        assertThat(verify.err()).contains("journal.db, entry 1: ", "check sum", "restore a backup");
        Ran backup = berth(
                "backup", "--data", data, "--out", directory.resolve("bad").toString());
        assertThat(backup.code()).isEqualTo(3);
        assertThat(backup.err()).contains("entry 1: its check sum is wrong", "no backup was written");
        assertThat(directory).isDirectoryNotContaining("glob:**/bad*");
        assertThat(berth("journal", "verify").code()).isEqualTo(2);
    }

    @Test
    void damagedSnapshot_isRebuiltLoudly_andKeptAside() throws Exception {
        serveOnce();
        damage(Path.of(data, "journal.db"), "UPDATE snapshot_part SET body = zeroblob(length(body))");
        Ran verify = berth("journal", "verify", "--data", data);
        assertThat(verify.code()).isEqualTo(3);
        assertThat(verify.err()).contains("the snapshot", "all entries are whole");
        Ran backup = berth(
                "backup", "--data", data, "--out", directory.resolve("out").toString());
        assertThat(backup.code()).isZero();
        assertThat(backup.err()).contains("the snapshot of ", "was left out of the backup");

        try (Subprocess service = serve()) {
            address(service);
            service.terminate();
            assertThat(service.code()).isZero();
            assertThat(service.rest())
                    .contains("the snapshot up to this entry", "from entries 1 to ")
                    .contains("nothing is lost", "damaged-snapshot-1");
        }
        assertThat(Path.of(data, "damaged-snapshot-1")).exists();
        assertThat(berth("journal", "verify", "--data", data).code()).isZero();
    }

    @Test
    void dataAndBackups_canBeReadByTheirOwnerOnly_alsoThoseOfOlderVersions() throws Exception {
        Files.createDirectories(Path.of(data));
        Files.setPosixFilePermissions(Path.of(data), PosixFilePermissions.fromString("rwxr-xr-x"));
        Path old = Files.createFile(Path.of(data, "journal.db"));
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rw-r--r--"));
        Path out = directory.resolve("out");
        try (Subprocess service = serve()) {
            address(service);
            assertThat(berth("backup", "--data", data, "--out", out.toString()).code())
                    .isZero();
            List<Path> files;
            try (Stream<Path> walk = Files.walk(Path.of(data))) {
                files = Stream.concat(walk, Stream.of(out)).toList();
            }
            assertThat(files)
                    .extracting(file -> file.getFileName().toString())
                    .contains("data", "lock", "acknowledged", "journal.db", "journal.db-wal", "journal.db-shm", "out");
            for (Path file : files) {
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .as(file.toString())
                        .isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
            }
        }
        Path restored = directory.resolve("restored");
        assertThat(berth("restore", "--from", out.toString(), "--data", restored.toString())
                        .code())
                .isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(restored.resolve("journal.db"))))
                .isEqualTo("rw-------");
    }

    @Test
    void killedProcesses_leaveNoLibraryBehind() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        for (int kill = 1; kill <= 3; kill++) {
            try (Subprocess service =
                    Subprocess.berthWithTemporary(temporary, "serve", "--config", config.toString(), "--data", data)) {
                address(service);
                service.kill();
            }
            try (Stream<Path> files = Files.list(temporary)) {
                assertThat(files.filter(file -> file.getFileName().toString().contains("sqlite")))
                        .as("after kill " + kill)
                        .isEmpty();
            }
            try (Stream<Path> files = Files.list(Path.of(data, "native"))) {
                assertThat(files).as("after kill " + kill).hasSize(1);
            }
        }
    }

    @Test
    void restore_ofWhatIsNoBackup_isAFailure() throws IOException {
        Path junk = Files.writeString(
                directory.resolve("junk"), "this is no database at all, only a line of text\n".repeat(99));

        Ran ran = berth("restore", "--from", junk.toString(), "--data", data);

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("junk", "this backup is unusable");
        assertThat(berth("restore", "--from", "none", "--data", data).code()).isEqualTo(3);
    }
}
