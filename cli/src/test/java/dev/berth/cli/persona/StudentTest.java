package dev.berth.cli.persona;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.host.FakeNvidiaSmi;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A student whose group shares a server with GPUs, from an empty directory: five colleagues sign in, a GPU is booked for
 * tonight, and the calendar of the student shows it. In at most twelve commands, each a process or a run of the program.
 */
class StudentTest {
    private static final int MOST_COMMANDS = 12;
    private static final List<String> COLLEAGUES = List.of("ben", "carla", "dora", "emil", "fay");

    @TempDir
    private Path directory;

    private final List<String> typed = new ArrayList<>();
    private final HttpClient browser = HttpClient.newHttpClient();

    private Map<String, String> home(String person) throws IOException {
        FakeNvidiaSmi smi = new FakeNvidiaSmi(directory.resolve("bin"));
        smi.answering();
        smi.says("gpus.csv", FakeNvidiaSmi.recorded("/dev/berth/cli/host/h200-gpus.csv"));
        Map<String, String> variables = new HashMap<>();
        variables.put("PATH", smi.path());
        variables.put("XDG_CONFIG_HOME", directory.resolve(person).toString());
        return variables;
    }

    private Ran student(String... command) throws IOException {
        typed.add(String.join(" ", command));
        Ran ran = Ran.with(new byte[0], home("student"), Clock.systemUTC(), command);
        assertThat(ran.code()).as("%s: %s", command[0], ran.err()).isZero();
        return ran;
    }

    @Test
    void fiveColleagues_aGpuForTonight_andACalendar() throws Exception {
        typed.add("echo name: lab > site.yaml");
        Path config = Files.writeString(directory.resolve("site.yaml"), "name: lab\n");
        // berth pools detect >> site.yaml
        Files.writeString(
                config, student("pools", "detect", "--separate", "--no-cpus").out(), StandardOpenOption.APPEND);
        String data = directory.resolve("data").toString();
        typed.add("serve");
        String calendar;
        try (Subprocess service =
                Subprocess.berth("serve", "--config", config.toString(), "--data", data, "--port", "0")) {
            String address = service.lineWith("Berth serves").replaceAll(".* on ", "");
            student("login", address, "--token", service.lineWith("--token").replaceAll(".*--token ", ""));
            for (String colleague : COLLEAGUES) {
                follow(student("account", "invite", colleague, "--role", "user")
                        .out()
                        .strip());
                assertThat(signsIn(colleague, address)).contains("as " + colleague + " (user)");
            }
            assertThat(student("book", "a gpu tonight for 8 hours").out()).contains("r1");
            calendar = student("calendar", "link").out().strip();
            assertThat(get(calendar)).contains("BEGIN:VEVENT", "r1");
            service.terminate();
            service.code();
        }
        assertThat(typed).hasSizeLessThanOrEqualTo(MOST_COMMANDS);
        // All of them are still signed in when the service is back.
        String port = Integer.toString(URI.create(calendar).getPort());
        try (Subprocess service =
                Subprocess.berth("serve", "--config", config.toString(), "--data", data, "--port", port)) {
            service.lineWith("Berth serves");
            assertThat(Ran.with(new byte[0], home("fay"), Clock.systemUTC(), "list", "--all")
                            .out())
                    .contains("r1");
            assertThat(get(calendar)).contains("r1");
        }
    }

    /** Chooses a password, like the page that the link opens. */
    private void follow(String link) throws IOException, InterruptedException {
        String secret = link.replaceFirst(".*/", "");
        HttpRequest choose = HttpRequest.newBuilder(URI.create(link.replaceFirst("/#.*", "") + "/api/v1/sign-in"))
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"invitation\":\"%s\",\"password\":\"correct horse battery\"}".formatted(secret)))
                .build();
        assertThat(browser.send(choose, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(201);
    }

    private String signsIn(String colleague, String address) throws IOException {
        return Ran.with(
                        "correct horse battery\n".getBytes(StandardCharsets.UTF_8),
                        home(colleague),
                        Clock.systemUTC(),
                        "login",
                        address,
                        "--user",
                        colleague,
                        "--password",
                        "-")
                .out();
    }

    private String get(String address) throws IOException, InterruptedException {
        return browser.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
