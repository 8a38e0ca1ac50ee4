package dev.berth.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.TestService.Result;
import dev.berth.directory.ldap.TestDirectory;
import dev.berth.server.settings.SignInSettings;
import dev.berth.wire.tls.TestKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People of a real directory sign in by the password form, beside accounts of the site. */
class LdapSignInTest {
    private static final String GOOD = "correct horse battery";

    @TempDir
    static Path keyFiles;

    @TempDir
    Path files;

    private static TestKeys keys;

    private TestDirectory directory;
    private TestService service;

    @BeforeAll
    static void make() {
        keys = TestKeys.make(keyFiles, "ldap", "EC");
    }

    @BeforeEach
    void open() throws Exception {
        directory = new TestDirectory(files, keys);
        directory.person("gina", "gina's secret");
        directory.group("staff", "gina");
        service = new TestService(
                files.resolve("data"),
                new Contract(),
                TestService.usual()
                        .with(draft -> draft.signIn = new SignInSettings(
                                List.of(),
                                Optional.of(directory.searched(List.of(directory.tls("localhost")), false)))));
    }

    @AfterEach
    void close() {
        service.close();
        directory.close();
    }

    private Result signIn(String account, String password) {
        return service.send(
                "", "POST", "/sign-in", "{\"account\":\"%s\",\"password\":\"%s\"}".formatted(account, password));
    }

    private Result me(Result signedIn) {
        return service.send(
                "",
                "GET",
                "/accounts/me",
                "",
                "Authorization",
                "Bearer " + signedIn.is(201).text("token"));
    }

    @Test
    void rolesFollowGroups_removedOnesAreRefused() throws Exception {
        assertThat(me(signIn("gina", "gina's secret")).is(200).text("role")).isEqualTo("user");
        directory.group("hpc-admins", "gina");
        Result admin = me(signIn("Gina", "gina's secret"));
        assertThat(admin.text("name")).isEqualTo("gina");
        assertThat(admin.text("role")).isEqualTo("administrator");
        service.restart();
        directory.entries().delete("cn=hpc-admins,ou=groups,dc=example,dc=org");
        assertThat(me(signIn("gina", "gina's secret")).text("role")).isEqualTo("user");
        directory.entries().delete("cn=staff,ou=groups,dc=example,dc=org");
        assertThat(signIn("gina", "gina's secret").is(403).text("detail")).contains("in none of the groups");
        directory.group("staff", "gina");
        directory.entries().delete("uid=gina," + TestDirectory.PEOPLE);
        signIn("gina", "gina's secret").is(401);
        // Somebody else of the same name, not the same person.
        directory.person("gina", "another secret");
        signIn("gina", "another secret").is(409);
        assertThat(service.get("admin", "/audit").is(200).response().body())
                .contains("user, from ldap", "administrator, by the groups", "wrong-password", "failed-sign-in");
    }

    @Test
    void accountsOfTheSite_areNotTheDirectorys() throws Exception {
        for (String local : List.of("admin", "ana")) {
            directory.person(local, "from the directory");
            directory.member("staff", local);
            signIn(local, "from the directory").is(409).code("duplicate-account");
        }
        service.send("ana", "PUT", "/password", "{\"password\":\"%s\"}".formatted(GOOD))
                .is(204);
        signIn("ana", "from the directory").is(401);
        signIn("ana", GOOD).is(201);
        service.tokens.put("gina", signIn("gina", "gina's secret").is(201).text("token"));
        assertThat(service.send("gina", "PUT", "/password", "{\"password\":\"%s\"}".formatted(GOOD))
                        .is(403)
                        .text("detail"))
                .contains("kept by the directory");
        service.send("admin", "DELETE", "/accounts/gina", "").is(204);
        assertThat(signIn("gina", "gina's secret").is(403).text("detail")).contains("disabled");
    }

    @Test
    void hostileNamesAndGuesses_areRefused_andBecomeSlow() {
        for (String name : List.of("*", "gina)(uid=*", "\\\\", "gina,ou=people")) {
            assertThat(signIn(name, "gina's secret").is(401).text("detail")).isEqualTo("Wrong account or password");
        }
        for (String name : List.of("gina\\u0000", "g".repeat(10_000))) {
            signIn(name, "gina's secret").is(422);
        }
        signIn("gina", "").is(422);
        int refused = 0;
        for (int i = 0; i < 12; i++) {
            refused += signIn(i % 2 == 0 ? "gina" : "GINA", "guess " + i)
                                    .response()
                                    .statusCode()
                            == 429
                    ? 1
                    : 0;
        }
        assertThat(refused).isGreaterThanOrEqualTo(5);
        signIn("gina", "gina's secret").is(429);
    }

    @Test
    void aDeadDirectory_answers503_countsNoGuess_andStopsNobodyElse() throws Exception {
        service.send("ana", "PUT", "/password", "{\"password\":\"%s\"}".formatted(GOOD))
                .is(204);
        directory.stop();
        for (int i = 0; i < 8; i++) {
            assertThat(signIn("gina", "gina's secret").is(503).text("detail")).contains("does not answer");
        }
        signIn("ana", GOOD).is(201);
        directory.start();
        signIn("gina", "gina's secret").is(201);
    }
}
