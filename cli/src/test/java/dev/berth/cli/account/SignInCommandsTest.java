package dev.berth.cli.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import dev.berth.cli.Subprocess;
import dev.berth.cli.remote.Shop;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invitations, passwords and tokens from the shell, against a real service. */
class SignInCommandsTest {
    private Path directory;
    private Shop shop;

    @BeforeEach
    void open(@TempDir Path directory) {
        this.directory = directory;
        shop = new Shop(directory);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    @Test
    void whoIsInvited_choosesAPassword_signsInWithIt_andOut() throws IOException, InterruptedException {
        Ran invited = shop.berth("account", "invite", "carla", "--role", "user");
        assertThat(invited.out()).matches("http://127.0.0.1:[0-9]+/#/welcome/[A-Za-z0-9_-]{43}\n");
        String address = invited.out().replaceFirst("/#.*\n", "");
        String secret = invited.out().strip().replaceFirst(".*/", "");
        HttpRequest choose = HttpRequest.newBuilder(URI.create(address + "/api/v1/sign-in"))
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"invitation\":\"%s\",\"password\":\"correct horse battery\"}".formatted(secret)))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            assertThat(client.send(choose, HttpResponse.BodyHandlers.ofString()).statusCode())
                    .isEqualTo(201);
        }

        Ran wrong = login("wrong password\n", address);
        assertThat(wrong.code()).isEqualTo(3);
        assertThat(wrong.err()).startsWith("Wrong account or password.");
        login("correct horse battery\n", address);
        Ran differs = berth("wrong\nanother good one\n", "account", "password", "--file", "-");
        assertThat(differs.code()).isEqualTo(2);
        assertThat(differs.err()).contains("is not the present password").doesNotContain("another good one");
        assertThat(berth("one\ntwo\nthree\n", "account", "password", "--file", "-")
                        .err())
                .contains("must have two lines");
        Path file = Files.writeString(directory.resolve("passwords"), "correct horse battery\nanother good one\n");
        assertThat(shop.berth("account", "password", "--file", file.toString()).out())
                .startsWith("Password changed.");
        assertThat(shop.berth("status").code()).as("this session goes on").isZero();
        assertThat(login("correct horse battery\n", address).code()).isEqualTo(3);
        Ran login = login("another good one\n", address);
        assertThat(login.out()).startsWith("Signed in to " + address + " as carla (user); saved in ");
        assertThat(shop.berth("account", "invite", "dora").code()).isEqualTo(1);

        assertThat(shop.berth("logout").out()).isEqualTo("Signed out of " + address + "\n");
        assertThat(shop.berth("status").err()).startsWith("Not signed in");
        login("another good one\n", address);
        assertThat(shop.berth("logout", "--everywhere").out()).isEqualTo("Signed out of " + address + ", everywhere\n");
    }

    @Test
    void tokenWithoutEnd_takesThePassword_andWhatStaysValidIsListedAndEnded() throws IOException {
        Path first = Files.writeString(directory.resolve("first"), "correct horse battery\n");
        assertThat(shop.berth("account", "password", "--file", first.toString()).out())
                .startsWith("Password changed.");
        assertThat(shop.berth("account", "token", "add", "short", "--for", "90d")
                        .code())
                .isZero();
        Ran refused = shop.berth("account", "token", "add", "nightly");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("must be the password of", "would never expire", "lifetime");
        assertThat(berth("wrong\n", "account", "token", "add", "nightly", "--password", "-")
                        .err())
                .contains("is not the password of");
        Ran made = berth("correct horse battery\n", "account", "token", "add", "nightly", "--password", "-");
        assertThat(made.out()).matches("[A-Za-z0-9_-]{43}\n");
        Path second = Files.writeString(directory.resolve("second"), "correct horse battery\nanother good one\n");
        assertThat(shop.berth("account", "password", "--file", second.toString())
                        .out())
                .contains("Still valid: ", "(nightly)", "berth account token end ID");
        assertThat(shop.berth("logout", "--end-tokens").err()).contains("--end-tokens needs --everywhere");
        assertThat(shop.berth("logout", "--everywhere", "--end-tokens").out()).doesNotContain("Still valid");
        Map<String, String> nightly =
                Map.of("BERTH_URL", shop.address(), "BERTH_TOKEN", made.out().strip());
        assertThat(Ran.with(new byte[0], nightly, Shop.CLOCK, "status").err()).contains("does not accept the token");
    }

    /** At a real terminal, which shows everything else that is typed. */
    @Test
    void passwordsThatAreTyped_areNotShown() throws IOException, InterruptedException {
        try (Subprocess shell = Subprocess.berthAtTerminal(shop.variables, "account", "password")) {
            StringBuilder screen = new StringBuilder();
            shell.type("can be read");
            screen.append(shell.shown("can be read"));
            screen.append(shell.shown("Present password (empty if you have none): "));
            shell.type("");
            screen.append(shell.shown("New password: "));
            shell.type("a secret of twelve");
            screen.append(shell.shown("New password again: "));
            shell.type("a secret of twelve");
            screen.append(shell.rest());
            assertThat(shell.code()).as(screen.toString()).isZero();
            assertThat(screen.toString()).contains("Password changed.").doesNotContain("secret", "twelve");
        }
        Ran login = Ran.with(
                "a secret of twelve\n".getBytes(StandardCharsets.UTF_8),
                shop.variables,
                Shop.CLOCK,
                "login",
                shop.address(),
                "--user",
                "admin",
                "--password",
                "-");
        assertThat(login.out()).contains("as admin (administrator)");
    }

    @Test
    void tokensOfOtherAccounts_areMadeByAdministrators() {
        shop.berth("account", "add", "dgx-guard", "--role", "guard");
        assertThat(shop.berth("account", "token", "list", "--account", "dgx-guard")
                        .out())
                .containsSubsequence("dgx-guard", "berth account token add --account dgx-guard\n");
        String token = shop.berth("account", "token", "add", "--account", "dgx-guard")
                .out()
                .strip();
        assertThat(token).matches("[A-Za-z0-9_-]{43}");
        String list =
                shop.berth("account", "token", "list", "--account", "dgx-guard").out();
        assertThat(list).contains("TOKEN", "all").doesNotContain(token);
        assertThat(shop.berth("account", "token", "list").out()).startsWith("You have no tokens");

        Map<String, String> guard = new HashMap<>(shop.variables);
        guard.put("BERTH_TOKEN", token);
        Ran refused = Ran.with(new byte[0], guard, Shop.CLOCK, "account", "token", "add", "mine", "--account", "admin");
        assertThat(refused.err()).contains("Only administrators may make");
        assertThat(Ran.with(new byte[0], guard, Shop.CLOCK, "account", "token", "list", "--account", "admin")
                        .err())
                .contains("Only administrators may list");

        String once = shop.berth("account", "token", "add", "--account", "dgx-guard", "--once")
                .out()
                .strip();
        Ran login = Ran.with(new byte[0], shop.variables, Shop.CLOCK, "login", shop.address(), "--token", once);
        assertThat(login.code()).as(login.err()).isZero();
        assertThat(Ran.with(new byte[0], shop.variables, Shop.CLOCK, "login", shop.address(), "--token", once)
                        .code())
                .as("once")
                .isNotZero();
    }

    @Test
    void tokens_areMadeListedAndEnded() {
        String token = shop.berth("account", "token", "add", "nightly", "--scope", "read", "--for", "90d")
                .out()
                .strip();
        assertThat(token).matches("[A-Za-z0-9_-]{43}");
        String list = shop.berth("account", "token", "list").out();
        assertThat(list).contains("TOKEN").contains("nightly  read").doesNotContain(token);
        String id = list.replaceAll("(?s).*(t-[0-9a-f]{12}).*", "$1");
        assertThat(shop.berth("account", "token", "end", id).out()).isEqualTo("Ended: " + id + "\n");
        assertThat(shop.berth("account", "token", "list").out()).startsWith("You have no tokens");
        assertThat(shop.berth("account", "token", "add", "x", "--scope", "some").code())
                .isEqualTo(2);
    }

    private Ran login(String typed, String address) {
        return berth(typed, "login", address, "--user", "carla", "--password", "-");
    }

    private Ran berth(String typed, String... arguments) {
        return Ran.with(
                typed.getBytes(StandardCharsets.UTF_8),
                Map.of("XDG_CONFIG_HOME", directory.resolve("config").toString()),
                Shop.CLOCK,
                arguments);
    }
}
