package dev.berth.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
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
            assertThat(service.code()).isEqualTo(143);
            assertThat(service.rest()).doesNotContain("Exception", "WARN");
        }
        Ran lost = berth("list");
        assertThat(lost.code()).isEqualTo(3);
        assertThat(lost.err()).startsWith("nobody answers at ");

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
            assertThat(service.code()).isEqualTo(143);
            // Its administrator has signed in once: no second token is given away.
            assertThat(service.rest()).doesNotContain("--token");
        }
        Ran full = berth("restore", "--from", backup.toString(), "--data", old);
        assertThat(full.code()).isEqualTo(2);
        assertThat(full.err()).endsWith("is not empty; a backup is restored into an empty directory\n");
    }

    @Test
    void process_thatWasAwayForLong_saysSo_andAnOperatorAcceptsTheClock() throws Exception {
        Clock longAgo = Clock.offset(Clock.systemUTC(), Duration.ofDays(-60));
        String[] brief = {"serve", "--config", config.toString(), "--data", data, "--for", "1s"};
        assertThat(Ran.with(new byte[0], variables, longAgo, brief).code()).isZero();
        try (Subprocess service =
                Subprocess.berth("serve", "--config", config.toString(), "--data", data, "--sign-in")) {
            String address = address(service);
            String token = service.lineWith("--token").replaceAll(".*--token ", "");
            assertThat(service.lineWith("Attention: The clock of this machine says "))
                    .contains(
                            "days", "after the last entry of the journal", "Time is stopped at", "berth clock accept");
            assertThat(berth("login", address, "--token", token).code()).isZero();
            assertThat(berth("clock").code()).isEqualTo(1);
            assertThat(berth("clock", "accept").out()).startsWith("accepted\nstate        time passes\n");
            assertThat(berth("clock").code()).isZero();
            service.terminate();
            assertThat(service.code()).isEqualTo(143);
        }
        assertThat(berth(brief).out()).contains("Berth serves").doesNotContain("Attention");
    }

    @Test
    void serve_forATime_stopsByItself_andSignInGivesAnotherToken() {
        String[] args = {"serve", "--config", config.toString(), "--data", data, "--port", "0", "--for", "1s"};

        assertThat(berth(args).out()).contains("Berth serves test on http://127.0.0.1:", "berth login http://");
        assertThat(berth(args).out()).doesNotContain("login");
        String[] more = java.util.Arrays.copyOf(args, args.length + 1);
        more[args.length] = "--sign-in";
        assertThat(berth(more).out()).contains("Sign in within an hour, once, as admin:\n  berth login http://");
    }

    @Test
    void publicAddressWithoutTls_isRefused() throws IOException {
        Files.writeString(config, "name: test\nlisten: 0.0.0.0:7117\n");

        Ran ran = berth("serve", "--config", config.toString(), "--data", data);

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .contains("site.yaml: listen", "tokens would cross the network unprotected", "allowPublic: true");
        assertThat(Path.of(data)).doesNotExist();
    }

    @Test
    void portTaken_isAFailureWithAdvice() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Ran ran = berth("serve", "--config", config.toString(), "--data", data, "--port", port);

            assertThat(ran.code()).isEqualTo(3);
            assertThat(ran.err())
                    .isEqualTo(
                            "port " + port + " is taken by another program; free it, or choose another with --port\n");
        }
    }

    @Test
    void wrongSettings_areNamed() throws IOException {
        assertThat(berth("serve", "--config", "none.yaml", "--data", data).code())
                .isEqualTo(3);
        assertThat(berth("serve", "--config", config.toString(), "--data", data, "--port", "70000")
                        .err())
                .isEqualTo("--port: 70000 is not right; it goes from 0 to 65535\n");
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
        assertThat(ran.err()).contains(what.equals("there") ? "is in the way" : "there is no ");
    }

    @Test
    void restore_ofWhatIsNoBackup_isAFailure() throws IOException {
        Path junk = Files.writeString(
                directory.resolve("junk"), "this is no database at all, only a line of text\n".repeat(99));

        Ran ran = berth("restore", "--from", junk.toString(), "--data", data);

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("junk", "this backup cannot be used");
        assertThat(berth("restore", "--from", "none", "--data", data).code()).isEqualTo(3);
    }
}
