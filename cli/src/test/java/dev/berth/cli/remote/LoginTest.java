package dev.berth.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.cli.Ran;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoginTest {
    @TempDir
    private Path directory;

    private Shop shop;

    @BeforeEach
    void open() {
        shop = new Shop(directory);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private static Ran berth(Map<String, String> variables, String... args) {
        return Ran.with(new byte[0], variables, Shop.CLOCK, args);
    }

    private String token() throws IOException {
        return Files.readString(directory.resolve("config/berth/login.properties"))
                .replaceAll("(?s).*token=([^\n]*).*", "$1");
    }

    @Test
    void login_savesForItsOwnerAlone() throws IOException {
        Path file = directory.resolve("config/berth/login.properties");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (var files = Files.list(file.getParent())) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void login_withALastingToken_keepsIt_andReadsItFromStandardInput() throws IOException {
        Map<String, String> other = Map.of("HOME", directory.resolve("home").toString());

        Ran ran = Ran.with(
                (token() + "\n").getBytes(StandardCharsets.UTF_8),
                other,
                Shop.CLOCK,
                "login",
                shop.address() + "/",
                "--token",
                "-");

        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .isEqualTo("Signed in to %s as admin (administrator); saved in %s\n"
                        .formatted(shop.address(), directory.resolve("home/.config/berth/login.properties")));
        assertThat(berth(other, "list").code()).isZero();
    }

    @Test
    void login_withAOneTimeToken_worksOnce() {
        String token = shop.server.oneTimeToken("admin");

        assertThat(berth(shop.variables, "login", shop.address(), "--token", token)
                        .code())
                .isZero();
        Ran again = berth(shop.variables, "login", shop.address(), "--token", token);
        assertThat(again.code()).isEqualTo(3);
        assertThat(again.err()).contains("invalid, used or expired");
        assertThat(again.err()).doesNotContain(token);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:7117", "ftp://a", "http://", "http://a b", "http://user:secret@a", "http://a?b=c"})
    void login_toWhatIsNoAddress_isBadInput(String address) {
        Ran ran = berth(shop.variables, "login", address, "--token", "x");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("http://127.0.0.1:7117");
    }

    @Test
    void tokenWithBlanks_isBadInput() {
        assertThat(berth(shop.variables, "login", shop.address(), "--token", "a b")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void variables_standBeforeWhatIsSaved_andTheOptionBeforeThem() throws IOException {
        Map<String, String> variables = Map.of("BERTH_URL", shop.address(), "BERTH_TOKEN", token());

        assertThat(berth(variables, "pools").code()).isZero();
        assertThat(berth(
                                Map.of("BERTH_URL", "http://127.0.0.1:1", "BERTH_TOKEN", token()),
                                "pools",
                                "--server",
                                shop.address())
                        .code())
                .isZero();
    }

    @Test
    void savedToken_goesToItsOwnServiceOnly() {
        Ran ran = berth(shop.variables, "pools", "--server", "http://127.0.0.1:1");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).startsWith("Not signed in to http://127.0.0.1:1. Sign in first");
    }

    /** One instance of the site is down; the sign-in was at the other one. */
    @Test
    void severalAddresses_useTheSignInOfOneOfThem() {
        String both = "http://127.0.0.1:1," + shop.address() + "/";

        assertThat(berth(at(both), "pools").code()).isZero();
        assertThat(berth(shop.variables, "pools", "--server", both).code()).isZero();
        Ran out = berth(at(both), "logout");
        assertThat(out.out()).isEqualTo("Signed out of http://127.0.0.1:1," + shop.address() + "\n");
        assertThat(berth(shop.variables, "pools").err()).startsWith("Not signed in to " + shop.address());
    }

    @Test
    void signInAtSeveralAddresses_isGoodForEachOfThem() {
        String both = "http://127.0.0.1:1," + shop.address();
        Ran in = berth(shop.variables, "login", both, "--token", shop.server.oneTimeToken("admin"));
        assertThat(in.err()).isEmpty();
        // The sign-in before this one, at the instance alone, is over and would be found first.
        assertThat(berth(at(shop.address()), "logout").code()).isZero();

        assertThat(berth(at(shop.address()), "pools").code()).isZero();
        assertThat(berth(at("http://127.0.0.1:2," + shop.address()), "pools").code())
                .isZero();
        assertThat(berth(at("http://127.0.0.1:2"), "pools").err()).startsWith("Not signed in to http://127.0.0.1:2");
    }

    private Map<String, String> at(String addresses) {
        Map<String, String> variables = new HashMap<>(shop.variables);
        variables.put("BERTH_URL", addresses);
        return variables;
    }

    @Test
    void nobodySignedIn_saysHow() {
        Ran ran = berth(Map.of("HOME", directory.toString()), "list");

        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err())
                .containsSubsequence("berth login URL --user NAME", "--token TOKEN", "BERTH_URL and BERTH_TOKEN");
    }

    @Test
    void unknownToken_saysToSignInAnew() {
        Ran ran = berth(Map.of("BERTH_URL", shop.address(), "BERTH_TOKEN", "nonsense"), "list");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).contains("Sign in again: berth login");
    }

    @Test
    void noServer_isAFailureWithAdvice() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }

        Ran ran =
                berth(Map.of("BERTH_URL", "http://127.0.0.1:" + free, "BERTH_TOKEN", "x", "BERTH_WAIT", "0s"), "list");

        assertThat(ran.code()).isEqualTo(3);
        assertThat(ran.err()).containsSubsequence("Cannot connect to http://127.0.0.1:" + free, "berth serve");
    }
}
