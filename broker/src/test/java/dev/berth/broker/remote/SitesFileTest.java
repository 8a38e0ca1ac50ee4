package dev.berth.broker.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.wire.json.Fault;
import dev.berth.wire.json.Invalid;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SitesFileTest {
    private static final String NORTH = "  - {name: north, address: \"https://north.example.org:7117\"}\n";

    @TempDir
    private Path directory;

    private Path tokens;

    @BeforeEach
    void write() throws IOException {
        tokens = Files.createFile(
                directory.resolve("tokens.yaml"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(tokens, "ana: {north: berth_secret}\n");
    }

    private String wrong(String yaml) {
        Invalid invalid = catchThrowableOfType(Invalid.class, () -> SitesFile.parse(yaml, directory));
        return String.join("\n", invalid.faults().stream().map(Fault::sentence).toList());
    }

    @Test
    void sites_withTheirAddressesAndAuthorities() throws IOException {
        Path authority = Files.writeString(directory.resolve("south.pem"), "");
        Path file = Files.writeString(
                directory.resolve("sites.yaml"),
                "tokens: tokens.yaml\nsites:\n" + NORTH
                        + "  - {name: south, address: \"http://127.0.0.1:7117\", authority: south.pem}\n");
        assertThat(SitesFile.read(file))
                .isEqualTo(new BrokerSettings(
                        List.of(
                                new BrokerSettings.Member(
                                        "north", URI.create("https://north.example.org:7117"), Optional.empty()),
                                new BrokerSettings.Member(
                                        "south", URI.create("http://127.0.0.1:7117"), Optional.of(authority))),
                        tokens));
    }

    @Test
    void whatIsWrong_isSaidAllAtOnce() {
        assertThat(
                        wrong(
                                "sites:\n" + NORTH + NORTH
                                        + "  - {name: \"no spaces\", address: \"http://west.example.org\", authority: none.pem, colour: red}\n"))
                .contains("tokens is required")
                .contains("sites[1].name: \"north\"")
                .contains("sites[2].name")
                .contains("sites[2].address: \"http://west.example.org\"")
                .contains("sites[2].authority: \"none.pem\"")
                .contains("sites[2].colour");
        assertThat(wrong("tokens: tokens.yaml\n")).contains("sites is required");
        assertThat(wrong("tokens: tokens.yaml\nsites: []\n")).contains("sites");
        assertThat(wrong("tokens: 7\nsites:\n" + NORTH)).contains("tokens: \"7\"");
        assertThat(wrong("tokens: tokens.yaml\nsites:\n  - north\n")).contains("sites[0]");
        assertThat(wrong("- a\n")).contains("sites.yaml must be an object");
        assertThat(wrong("tokens: tokens.yaml\nsites:\n" + NORTH.repeat(101))).contains("sites");
    }

    @Test
    void tokensThatCannotBeUsed_areSaidWithoutThem() throws IOException {
        String good = "tokens: tokens.yaml\nsites:\n" + NORTH;
        for (String text : List.of(
                "ana: berth_secret\n",
                "ana: {south: berth_secret}\n",
                "ana: {north: [berth_secret]}\n",
                "ana: {north: berth_secret\n",
                "berth_secret\n",
                "")) {
            Files.writeString(tokens, text);
            assertThat(wrong(good)).startsWith("tokens: \"tokens.yaml\" ").doesNotContain("berth_secret");
        }
        Files.writeString(tokens, "{}\n");
        assertThat(SitesFile.parse(good, directory).tokens()).isEqualTo(tokens);
        for (String open : List.of("rw-r-----", "rw----r--", "rw--w----", "rw-----w-")) {
            Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString(open));
            assertThat(wrong(good)).as(open).contains("protect it: chmod 600 " + tokens);
        }
    }
}
