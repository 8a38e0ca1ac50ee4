package dev.berth.directory.ldap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.service.account.Role;
import dev.berth.service.signin.GroupRoles;
import dev.berth.service.signin.Outsider;
import dev.berth.wire.problem.Rejected;
import dev.berth.wire.tls.TestKeys;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People of a real directory. */
class LdapDirectoryTest {
    @TempDir
    static Path files;

    private static TestKeys keys;

    private TestDirectory directory;

    @BeforeAll
    static void make() {
        keys = TestKeys.make(files, "ldap", "EC");
    }

    @BeforeEach
    void open() throws Exception {
        directory = new TestDirectory(files, keys);
        directory.person("gina", "gina's secret");
        directory.group("staff", "gina");
    }

    @AfterEach
    void close() {
        directory.close();
    }

    private LdapDirectory searched() {
        return new LdapDirectory(directory.searched(List.of(directory.tls("localhost")), false));
    }

    private static Optional<Role> role(LdapDirectory site) {
        return site.known("gina", "gina's secret").flatMap(Outsider::role);
    }

    @Test
    void person_isFoundAndBound_byEveryWayToConnect() {
        Outsider gina = searched().known("GINA", "gina's secret").orElseThrow();
        assertThat(gina.name()).isEqualTo("gina");
        assertThat(gina.provider()).isEqualTo("ldap");
        assertThat(gina.role()).contains(Role.USER);
        assertThat(searched().known("gina", "gina's secret"))
                .as("the same again")
                .contains(gina);
        assertThat(new LdapDirectory(directory.searched(List.of(directory.plain()), true))
                        .known("gina", "gina's secret"))
                .as("StartTLS")
                .contains(gina);
        assertThat(role(new LdapDirectory(directory.searched(
                        List.of(URI.create("ldaps://localhost:1"), directory.tls("localhost")), false))))
                .as("the first server is dead")
                .contains(Role.USER);
        for (String wrong : List.of("", "gina's secre", "gina's secret ", "reading", "x".repeat(5_000))) {
            assertThat(searched().known("gina", wrong)).as(wrong).isEmpty();
        }
    }

    @Test
    void hostileNames_findNobody() {
        LdapSettings byPattern = directory.settings(
                List.of(directory.tls("localhost")),
                false,
                new LdapSettings.Place.Pattern("uid={name}," + TestDirectory.PEOPLE));
        for (String name : List.of(
                "*",
                "g*",
                "gina)(uid=*",
                "*)(|(uid=*",
                "(",
                "\\",
                "gina\u0000",
                "gina,ou=x",
                "gina+cn=x",
                "",
                " ",
                "{name}",
                "ç\ud83d\ude00",
                "g".repeat(10_000))) {
            assertThat(searched().known(name, "gina's secret")).as(name).isEmpty();
            assertThat(new LdapDirectory(byPattern).known(name, "gina's secret"))
                    .as("by pattern: " + name)
                    .isEmpty();
        }
    }

    @Test
    void pattern_needsNoSearchOfPeople_groupsMayBeNamedByPeople() throws Exception {
        directory
                .entries()
                .modify(
                        "dn: uid=gina," + TestDirectory.PEOPLE,
                        "changetype: modify",
                        "add: memberOf",
                        "memberOf: CN=hpc-admins,ou=Groups,dc=example,dc=org",
                        "memberOf: not a name");
        LdapSettings usual = directory.settings(
                List.of(directory.tls("localhost")),
                false,
                new LdapSettings.Place.Pattern("uid={name}," + TestDirectory.PEOPLE));
        LdapDirectory site = new LdapDirectory(new LdapSettings(
                usual.servers(),
                usual.security(),
                usual.people(),
                new LdapSettings.Groups(LdapSettings.MEMBER_OF, Optional.empty()),
                new GroupRoles(
                        Map.of("cn=hpc-admins,ou=groups,dc=example,dc=org", Role.ADMINISTRATOR), Optional.empty()),
                usual.timeout()));
        assertThat(role(site)).contains(Role.ADMINISTRATOR);
        assertThat(site.known("gina", "wrong")).isEmpty();
    }

    @Test
    void shortName_ofAGroupElsewhere_makesNoAdministrator() throws Exception {
        String club = "cn=hpc-admins,ou=clubs,dc=example,dc=org";
        String nested = "cn=hpc-admins,ou=clubs,ou=groups,dc=example,dc=org";
        String gina = "uid=gina," + TestDirectory.PEOPLE;
        for (String unit : List.of("ou=clubs,dc=example,dc=org", "ou=clubs,ou=groups,dc=example,dc=org")) {
            directory.entries().add("dn: " + unit, "objectClass: organizationalUnit", "ou: clubs");
        }
        for (String group : List.of(club, nested)) {
            directory.entries().add("dn: " + group, "objectClass: groupOfNames", "cn: hpc-admins", "member: " + gina);
        }
        directory
                .entries()
                .modify(
                        "dn: " + gina,
                        "changetype: modify",
                        "add: memberOf",
                        "memberOf: " + club,
                        "memberOf: " + nested);
        GroupRoles roles = new GroupRoles(Map.of("hpc-admins", Role.ADMINISTRATOR), Optional.of(Role.USER));
        assertThat(role(with(LdapSettings.MEMBER_OF, Optional.empty(), roles)))
                .as("named by the person")
                .contains(Role.USER);
        for (String base : List.of("ou=groups,dc=example,dc=org", "dc=example,dc=org")) {
            assertThat(role(with(LdapSettings.MEMBER, Optional.of(base), roles)))
                    .as(base)
                    .contains(Role.USER);
        }
        assertThat(role(with(LdapSettings.MEMBER, Optional.of("OU=clubs, dc=example,dc=org"), roles)))
                .as("directly below the base")
                .contains(Role.ADMINISTRATOR);
        GroupRoles full = new GroupRoles(Map.of(nested, Role.ADMINISTRATOR), Optional.of(Role.USER));
        assertThat(role(with(LdapSettings.MEMBER_OF, Optional.empty(), full))).contains(Role.ADMINISTRATOR);
        GroupRoles lower = new GroupRoles(Map.of("hpc-admins", Role.USER), Optional.empty());
        assertThat(role(with(LdapSettings.MEMBER_OF, Optional.empty(), lower)))
                .as("no role above user")
                .contains(Role.USER);
    }

    private LdapDirectory with(String attribute, Optional<String> base, GroupRoles roles) {
        LdapSettings usual = directory.searched(List.of(directory.tls("localhost")), false);
        return new LdapDirectory(new LdapSettings(
                usual.servers(),
                usual.security(),
                usual.people(),
                new LdapSettings.Groups(attribute, base),
                roles,
                usual.timeout()));
    }

    @Test
    void unixGroups_nameAccounts_andTwoOfOneName_areNobody() throws Exception {
        directory
                .entries()
                .add("dn: cn=hpc-admins,ou=groups,dc=example,dc=org", "objectClass: posixGroup", "memberUid: gina");
        LdapSettings usual = directory.searched(List.of(directory.tls("localhost")), false);
        LdapDirectory site = new LdapDirectory(new LdapSettings(
                usual.servers(),
                usual.security(),
                usual.people(),
                new LdapSettings.Groups("memberuid", usual.groups().base()),
                usual.roles(),
                usual.timeout()));
        assertThat(role(site)).contains(Role.ADMINISTRATOR);
        directory
                .entries()
                .add("dn: cn=other," + TestDirectory.PEOPLE, "objectClass: person", "uid: Gina", "userPassword: other");
        assertThat(role(site)).isEmpty();
        assertThat(site.known("gina", "other")).isEmpty();
    }

    @Test
    void aServerThatCannotProveItsName_isSentNoPassword() {
        // The certificate is for localhost and 127.0.0.1.
        refused(directory.searched(List.of(directory.tls("127.0.0.2")), false));
        LdapSettings usual = directory.searched(List.of(directory.tls("localhost")), false);
        for (URI server : List.of(directory.tls("localhost"), directory.plain())) {
            refused(new LdapSettings(
                    List.of(server),
                    new LdapSettings.Security(true, Optional.empty()),
                    usual.people(),
                    usual.groups(),
                    usual.roles(),
                    usual.timeout()));
        }
    }

    @Test
    void aDeadASilentAndASlowDirectory_cannotBeAsked_andARestartedOneCan() throws Exception {
        LdapDirectory site = searched();
        assertThat(role(site)).contains(Role.USER);
        directory.stop();
        assertThatThrownBy(() -> role(site)).isInstanceOf(Rejected.class).hasMessageContaining("does not answer");
        directory.start();
        assertThat(role(site)).contains(Role.USER);
        LdapSettings usual = directory.searched(List.of(directory.plain()), false);
        try (ServerSocket silent = new ServerSocket(0);
                ServerSocket slow = new ServerSocket(0)) {
            Thread.startVirtualThread(() -> dribble(slow));
            for (int port : List.of(silent.getLocalPort(), slow.getLocalPort())) {
                for (boolean startTls : List.of(true, false)) {
                    refused(new LdapSettings(
                            List.of(URI.create("ldap://127.0.0.1:" + port)),
                            new LdapSettings.Security(startTls, Optional.empty()),
                            usual.people(),
                            usual.groups(),
                            usual.roles(),
                            Duration.ofMillis(300)));
                }
            }
        }
    }

    /** Begins a long answer, and sends one byte of it after the other. */
    private static void dribble(ServerSocket socket) {
        while (!socket.isClosed()) {
            try (Socket client = socket.accept()) {
                OutputStream out = client.getOutputStream();
                out.write(new byte[] {0x30, (byte) 0x82, 0x7f, 0x00});
                while (!socket.isClosed()) {
                    out.write(2);
                    Thread.sleep(20);
                }
            } catch (IOException | InterruptedException e) {
                // The client has given up: the next one.
            }
        }
    }

    private static void refused(LdapSettings settings) {
        assertThatThrownBy(() -> new LdapDirectory(settings).known("gina", "gina's secret"))
                .isInstanceOf(Rejected.class)
                .hasMessageContaining("does not answer");
    }
}
