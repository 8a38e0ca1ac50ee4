package dev.berth.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.api.RequestLimits;
import dev.berth.api.connection.ConnectionLimits;
import dev.berth.directory.oidc.OpenIdSettings;
import dev.berth.engine.admission.Admission;
import dev.berth.engine.admission.AdmissionContext;
import dev.berth.engine.admission.AdmissionPolicy;
import dev.berth.engine.admission.Attempt;
import dev.berth.engine.intake.Excess;
import dev.berth.engine.intake.Priority;
import dev.berth.engine.intake.Rounds;
import dev.berth.engine.intake.Rules;
import dev.berth.engine.intake.Sorting;
import dev.berth.engine.model.Rate;
import dev.berth.server.Server;
import dev.berth.service.account.Role;
import dev.berth.service.ask.AskSettings;
import dev.berth.service.booking.IntakeSettings;
import dev.berth.service.booking.PriorityRule;
import dev.berth.service.provision.AdvertSettings;
import dev.berth.site.ClockLimits;
import dev.berth.site.Keeping;
import dev.berth.site.Visibility;
import dev.berth.slurm.ClusterSettings;
import dev.berth.slurm.SlurmSettings;
import dev.berth.wire.NamedServer;
import dev.berth.wire.json.Fault;
import dev.berth.wire.json.Invalid;
import dev.berth.wire.tls.Tls;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteFileTest {
    @TempDir
    Path directory;

    @Test
    void whatStaysInTheJournal() {
        assertThat(SiteFile.parse("name: lab", null).journal()).isEqualTo(new Keeping(Duration.ofDays(30), 4L << 30));
        assertThat(SiteFile.parse("name: lab\njournal: {retention: P7D, megabytes: 100}", null)
                        .journal())
                .isEqualTo(new Keeping(Duration.ofDays(7), 100L << 20));
        assertThatThrownBy(() -> SiteFile.parse("name: lab\njournal: {retention: P0D, megabytes: 1}", null))
                .isInstanceOf(Invalid.class);
    }

    @Test
    void serversWithNames() {
        assertThat(SiteFile.parse(
                                "name: lab\npools: [{name: gpu, rate: 1, servers: [{name: gpu0, host: dgx, device: GPU-a}, {name: b}]}]",
                                null)
                        .pools()
                        .getFirst())
                .satisfies(planned -> assertThat(planned.pool().servers()).isEqualTo(2))
                .satisfies(planned -> assertThat(planned.named())
                        .containsExactly(
                                new NamedServer("gpu0", Optional.of("dgx"), Optional.of("GPU-a")),
                                new NamedServer("b", Optional.empty(), Optional.empty())));
        assertThatThrownBy(() -> SiteFile.parse(
                        "name: lab\npools: [{name: gpu, rate: 1, servers: [{name: a}, {host: b}, {name: a}, {name: c, devise: d}]}]",
                        null))
                .isInstanceOf(Invalid.class)
                .hasMessageContaining("pools[0].servers[1].name")
                .hasMessageContaining("pools[0].servers[2].name")
                .hasMessageContaining("unique")
                .hasMessageContaining("Did you mean device?");
        assertThatThrownBy(() -> SiteFile.parse("name: lab\npools: [{name: gpu, rate: 1, servers: []}]", null))
                .hasMessageContaining("a list of 1 to 10000 objects");
        assertThatThrownBy(() -> SiteFile.parse("name: lab\npools: [{name: gpu, rate: 1, servers: many}]", null))
                .hasMessageContaining("from 1 to 10000000");
    }

    @Test
    void aClusterIsRead_withWhatIsUsual() {
        ClusterSettings usual = SiteFile.parse("name: lab\ncluster: {slurm: {partitions: [batch, gpu]}}", null)
                .cluster()
                .orElseThrow();
        assertThat(usual).isEqualTo(SlurmSettings.of("batch", "gpu"));
        ClusterSettings all =
                SiteFile.parse("""
                        name: lab
                        cluster:
                          slurm:
                            partitions: [batch]
                            mode: watch
                            lead: PT2H
                            rates: {gpu: 1, bigmem: 0.5}
                            rate: 0.25
                            patience: PT30S
                            brake: PT1H
                            idle: PT10M
                            endOnTime: true
                            config: slurm.conf
                            licences: [matlab]
                        """, Path.of("/etc/berth")).cluster().orElseThrow();
        assertThat(all)
                .isEqualTo(SlurmSettings.of("batch")
                        .in(ClusterSettings.Mode.WATCH)
                        .withLead(Duration.ofHours(2))
                        .withRates(Map.of("gpu", Rate.of("1"), "bigmem", Rate.of("0.5")), Rate.of("0.25"))
                        .withPatience(Duration.ofSeconds(30))
                        .withBrake(Duration.ofHours(1))
                        .extending(false)
                        .withConfig(Path.of("/etc/berth/slurm.conf"))
                        .withIdle(Duration.ofMinutes(10))
                        .withLicences("matlab"));
        assertThat(all.rates().keySet()).as("in their order").containsExactly("gpu", "bigmem");
    }

    @Test
    void aClusterWithMistakes_isRefusedFieldByField() {
        assertThatThrownBy(() -> SiteFile.parse(
                        "name: lab\ncluster: {slurm: {partitions: [a b], rates: {gpu: 2}, lead: P40D, colour: red}}",
                        null))
                .isInstanceOf(Invalid.class)
                .hasMessageContainingAll(
                        "cluster.slurm.partitions",
                        "cluster.slurm.rates",
                        "cluster.slurm.lead",
                        "cluster.slurm.colour");
        assertThatThrownBy(() -> SiteFile.parse(
                        "name: lab\nlicences: {matlab: 3}\ncluster: {slurm: {partitions: [a], licences: [matlab, A]}}",
                        null))
                .hasMessageContainingAll("licences", "matlab", "cluster.slurm.licences");
        assertThatThrownBy(() -> SiteFile.parse("name: lab\ncluster: {}", null))
                .isInstanceOf(Invalid.class)
                .hasMessageContaining("cluster.slurm");
    }

    @Test
    void aMisspeltField_isRefusedWithTheOneThatWasMeant() {
        assertThatThrownBy(() ->
                        SiteFile.parse("name: lab\npools: [{name: a, servers: 1, rate: 1, tarif: {base: 1}}]", null))
                .isInstanceOf(Invalid.class)
                .hasMessageContaining("pools[0].tarif")
                .hasMessageEndingWith("Did you mean tariff?");
        assertThatThrownBy(() -> SiteFile.parse("name: lab\nlimits: {requestPerSecond: 5}", null))
                .hasMessageEndingWith("Did you mean requestsPerSecond?");
        assertThatThrownBy(() -> SiteFile.parse("name: lab\ncolour: red", null))
                .hasMessageEndingWith("trustedProxies, unixUsers, visibility, waiting");
    }

    @Test
    void aPartOfTheNameOfAPolicy_isNone() {
        for (String policy : new String[] {"lev", "\"\"", "level, prompt"}) {
            assertThatThrownBy(() -> SiteFile.parse("name: lab\npolicy: " + policy, null))
                    .as(policy)
                    .isInstanceOf(Invalid.class);
        }
    }

    @Test
    void everythingThatCanBeSet() {
        SiteSettings settings = SiteFile.parse("""
                name: lab
                listen: 127.0.0.2:8080
                policy: earliest
                admission: replan
                pools:
                  - name: gpu
                    servers: 8
                    rate: 1
                    unit: gpu
                    attributes: {gpu: h100}
                    tariff: {base: 2.5, flexibility: 0.2, penalty: 0.1}
                  - {name: slow, servers: 20, rate: 0.2}
                limits: {requestsPerSecond: 5, strangersPerSecond: 2, bodyBytes: 2000, longestHold: PT10M,
                  tokensPerUser: 7, offersPerUser: 8, streamsPerUser: 9, streams: 10}
                trustedProxies: [10.0.0.0/8, "fd00::/8", 127.0.0.1]
                intake: {round: PT15M, significantDifference: 2, most: 7, sorting: longest, patience: 4, priority: 6}
                clock: {tolerance: PT5S, longestAbsence: P7D}
                visibility: busy
                """, null);
        assertThat(settings.visibility()).isEqualTo(Visibility.BUSY);
        assertThat(settings.pools()).extracting(pool -> pool.unit().name()).containsExactly("gpu", "server");
        assertThat(settings.name()).isEqualTo("lab");
        assertThat(settings.listen().getPort()).isEqualTo(8080);
        assertThat(settings.policy()).isEqualTo("earliest");
        assertThat(settings.admission()).hasToString("replan");
        assertThat(settings.pools()).hasSize(2);
        assertThat(settings.pools().getFirst().tariff().orElseThrow().base()).hasToString("2.50");
        assertThat(settings.pools().get(1).pool().rate()).hasToString("0.2");
        assertThat(settings.limits())
                .isEqualTo(
                        new RequestLimits(5, 2, 2000, Duration.ofMinutes(10), new RequestLimits.Shares(7, 8, 9, 10)));
        assertThat(settings.trustedProxies()).hasToString("[10.0.0.0/8, fd00:0:0:0:0:0:0:0/8, 127.0.0.1/32]");
        assertThat(settings.intake())
                .contains(new IntakeSettings(
                        new Rounds(900_000, new Rules(2, 7, Sorting.LONGEST, new Excess.Defer(4))),
                        PriorityRule.assigned(new Priority(6))));
        assertThat(settings.clock()).isEqualTo(new ClockLimits(Duration.ofSeconds(5), Duration.ofDays(7)));
    }

    /** Policy of a site's own, as if from BERTH_CLASS_PATH. */
    public static final class OwnPolicy implements AdmissionPolicy {
        public OwnPolicy(AdmissionContext context) {}

        @Override
        public Admission admit(Attempt attempt) {
            return attempt.inFreePlace();
        }
    }

    @Test
    void admission_mayBeAClass() {
        String name = OwnPolicy.class.getName();
        assertThat(SiteFile.parse("{name: x, admission: " + name + "}", null).admission())
                .isEqualTo(name);
        assertThat(SiteFile.parse("{name: x}", null).admission()).isEqualTo("replan-wide");
    }

    @Test
    void clock_isBelievedWithinReason() {
        assertThat(SiteFile.parse("{name: x}", null).clock())
                .isEqualTo(new ClockLimits(Duration.ofMinutes(1), Duration.ofDays(30)));
        assertThat(SiteFile.parse("{name: x, clock: {tolerance: PT2H}}", null).clock())
                .isEqualTo(new ClockLimits(Duration.ofHours(2), Duration.ofDays(30)));
        for (String wrong : List.of("tolerance: PT0S", "longestAbsence: PT1S", "tolerance: P31D", "drift: PT1S")) {
            assertThatThrownBy(() -> SiteFile.parse("{name: x, clock: {" + wrong + "}}", null))
                    .isInstanceOf(Invalid.class)
                    .hasMessageContaining("clock." + wrong.substring(0, wrong.indexOf(':')));
        }
    }

    @Test
    void asks_mostlyAsUsual_andBounded() {
        assertThat(SiteFile.parse("{name: x}", null).asks()).isEqualTo(AskSettings.DEFAULT);
        assertThat(SiteFile.parse("{name: x, asks: {automatic: true, discount: 0.35, later: PT1H, owners: 1}}", null)
                        .asks())
                .isEqualTo(new AskSettings(true, 350_000, 3_600_000, 7_200_000, 3, 1, 1_800_000));
        assertThatThrownBy(() -> SiteFile.parse(
                        "{name: x, asks: {automatic: 1, discount: 1.5, later: PT0S, expiry: P31D, perDay: 0, owners: 11, hold: soon, also: 1}}",
                        null))
                .hasMessageContaining("asks.automatic: \"1\"")
                .hasMessageContaining("asks.discount: \"1.5\"")
                .hasMessageContaining("asks.later: \"PT0S\"")
                .hasMessageContaining("asks.expiry: \"P31D\"")
                .hasMessageContaining("asks.perDay: \"0\"")
                .hasMessageContaining("asks.owners: \"11\"")
                .hasMessageContaining("asks.hold: \"soon\"")
                .hasMessageContaining("asks.also");
    }

    @Test
    void intake_mostlyAsUsual_orNotAtAll() {
        assertThat(SiteFile.parse("{name: x, intake: {round: PT1H}}", null).intake())
                .contains(new IntakeSettings(new Rounds(3_600_000, Rules.DEFAULT), PriorityRule.USUAL));
        assertThat(SiteFile.parse("{name: x, intake: {round: PT1H, priorities: computed, priority: 2}}", null)
                        .intake()
                        .orElseThrow()
                        .priorities())
                .isEqualTo(new PriorityRule(PriorityRule.Source.COMPUTED, new Priority(2)));
        assertThat(SiteFile.parse("{name: x, intake: {round: PT1H, discard: true}}", null)
                        .intake()
                        .orElseThrow()
                        .rounds()
                        .rules()
                        .excess())
                .isEqualTo(new Excess.Discard());
        assertThat(SiteFile.parse("{name: x, slots: {every: PT15M}}", null).adverts())
                .isEqualTo(new AdvertSettings(900_000));
        assertThat(SiteFile.parse("{name: x}", null).adverts()).isEqualTo(AdvertSettings.ON_DEMAND);
        assertThat(SiteFile.parse("{name: x}", null).intake()).isEmpty();
        assertThatThrownBy(() -> SiteFile.parse(
                        "{name: x, intake: {significantDifference: -1, most: 0, sorting: odd, discard: true, patience: 2}}",
                        null))
                .hasMessageContaining("intake.round is required")
                .hasMessageContaining("intake.significantDifference: \"-1\"")
                .hasMessageContaining("intake.most: \"0\"")
                .hasMessageContaining("intake.sorting: \"odd\"")
                .hasMessageContaining("intake.patience: \"2\"");
    }

    @Test
    void everyWrongFieldIsNamed() {
        Invalid invalid = catchThrowableOfType(Invalid.class, () -> SiteFile.parse("""
                        listen: nowhere
                        policy: best
                        admission: maybe
                        colour: red
                        tls: {keystore: missing.p12}
                        pools:
                          - {name: a, servers: 0, rate: 2, size: 3}
                          - 7
                        limits: {bodyBytes: 1, longestHold: long, tokensPerUser: 0}
                        trustedProxies: [10.0.0.0/40]
                        """, directory));
        assertThat(invalid.faults().stream().map(Fault::field))
                .contains("name", "listen", "policy", "admission", "colour", "tls.keystore", "tls.passwordFile")
                .contains("pools[0].servers", "pools[0].rate", "pools[0].size", "pools[1]")
                .contains("limits.bodyBytes", "limits.longestHold", "limits.tokensPerUser", "trustedProxies");
        assertThat(invalid).hasMessageContaining("policy: \"best\" must be one of");
    }

    @Test
    void aKeyThatIsGivenTwice_isRefusedWithBothLines() {
        assertThatThrownBy(() -> SiteFile.parse("""
                        name: lab
                        pools:
                          - {name: alpha, servers: 4, rate: 1}
                        limits:
                          bodyBytes: 2000
                          bodyBytes: 3000
                        pools:
                          - name: beta
                            servers: 4
                            rate: 1
                            rate: 0.5
                        """, null))
                .isInstanceOf(Invalid.class)
                .hasMessageContainingAll(
                        "line 6, has limits.bodyBytes again",
                        "line 5;",
                        "line 7, has pools again",
                        "line 2;",
                        "line 11, has pools[0].rate again",
                        "line 10;");
        assertThat(SiteFile.parse(
                                "name: lab\npools: [{name: a, servers: 1, rate: 1}, {name: b, servers: 1, rate: 1}]",
                                null)
                        .pools())
                .hasSize(2);
    }

    @Test
    void aSecondDocument_isRefused() {
        assertThatThrownBy(() -> SiteFile.parse("name: lab\n---\npools: [{name: a, servers: 1, rate: 1}]\n", null))
                .hasMessageContaining("site.yaml, line 3, begins a second document");
        assertThat(SiteFile.parse("---\nname: lab\n...\n", null).name()).isEqualTo("lab");
    }

    @Test
    void aSecondPoolOfTheSameName_isRefusedWithBothLines() {
        assertThatThrownBy(() -> SiteFile.parse("""
                        name: lab
                        pools:
                          - name: h200
                            servers: 4
                            rate: 1
                          - {servers: 4, rate: 1, name: h200, colour: red}
                        """, null))
                .isInstanceOf(Invalid.class)
                .hasMessageContainingAll("pools[1].name: \"h200\" in line 6", "in line 3;")
                .hasMessageContaining("colour");
    }

    @Test
    void noPools_isASiteWithoutPoolsYet() {
        assertThat(SiteFile.parse("name: lab\npools: []", null).pools()).isEmpty();
    }

    @Test
    void notYamlAtAll() {
        assertThatThrownBy(() -> SiteFile.parse("a: [", null)).isInstanceOf(Invalid.class);
        assertThatThrownBy(() -> SiteFile.parse("7", null)).isInstanceOf(Invalid.class);
        assertThatThrownBy(() -> SiteFile.parse("", null)).isInstanceOf(Invalid.class);
    }

    @Test
    void aPublicAddressNeedsTlsOrAnExplicitWord() {
        assertThatThrownBy(() -> SiteFile.parse("{name: x, listen: '0.0.0.0:7117'}", null))
                .hasMessageContaining("allowPublic");
        SiteSettings allowed = SiteFile.parse("{name: x, listen: '0.0.0.0:7117', allowPublic: true}", null);
        assertThat(allowed.exposed()).isEmpty();
        SiteSettings exposed = SiteSettings.of("x", 0).with(draft -> draft.listen = allowed.listen());
        assertThatThrownBy(() -> Server.start(exposed, directory, Clock.systemUTC()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void tls_aKeystoreOrAPair_notBoth() throws IOException {
        for (String file : List.of("a.p12", "password", "a.crt", "a.key")) {
            Files.writeString(directory.resolve(file), "secret1");
        }
        assertThat(SiteFile.parse("{name: x, tls: {keystore: a.p12, passwordFile: password}}", directory)
                        .tls())
                .contains(new Tls.Keystore(directory.resolve("a.p12"), directory.resolve("password")));
        SiteSettings pair = SiteFile.parse("{name: x, tls: {certificate: a.crt, key: a.key}}", directory);
        assertThat(pair.tls()).contains(new Tls.Pem(directory.resolve("a.crt"), directory.resolve("a.key")));
        assertThat(pair).asString().doesNotContain("secret1");
        assertThatThrownBy(() -> SiteFile.parse("{name: x, tls: {certificate: a.crt, keystore: a.p12}}", directory))
                .hasMessageContaining("tls.keystore: \"a.p12\"")
                .hasMessageContaining("tls.key is required");
    }

    @Test
    void connections_mostlyAsUsual() {
        assertThat(SiteFile.parse("{name: x}", null).connections()).isEqualTo(ConnectionLimits.DEFAULT);
        assertThat(SiteFile.parse(
                                "{name: x, connections: {most: 500, perAddress: 500, firstRequest: PT5S, idle: PT2M, stalled: PT1M}}",
                                null)
                        .connections())
                .isEqualTo(new ConnectionLimits(
                        500, 500, Duration.ofSeconds(5), Duration.ofMinutes(2), Duration.ofMinutes(1)));
        assertThat(SiteFile.parse("{name: x, connections: {most: 10}}", null)
                        .connections()
                        .perAddress())
                .isEqualTo(10);
        assertThatThrownBy(() -> SiteFile.parse("{name: x, connections: {most: 0, idle: PT0S}}", null))
                .hasMessageContaining("connections.most: \"0\"")
                .hasMessageContaining("connections.idle: \"PT0S\"");
    }

    @Test
    void address_isWhereTheServiceIsFound_withoutSlash() {
        assertThat(SiteFile.parse("name: lab", null).address()).isEmpty();
        assertThat(SiteFile.parse("name: lab\naddress: https://berth.example.org/", null)
                        .address())
                .contains(URI.create("https://berth.example.org"));
        for (String wrong :
                List.of("berth.example.org", "ftp://b", "https://a@b", "https://b?x=1", "https://b#x", "/x")) {
            assertThatThrownBy(() -> SiteFile.parse("name: lab\naddress: \"" + wrong + "\"", null))
                    .as(wrong)
                    .hasMessageContaining("address");
        }
    }

    @Test
    void providers_withMistakes_areRefusedFieldByField() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "x");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        String provider =
                "name: lab\naddress: https://b.example.org\nsignIn: {openid: [{name: uni, clientId: berth, %s}]}";
        Map<String, String> wrong = Map.of(
                "issuer: http://id.example.org, otherwise: user", "issuer",
                "issuer: https://id.example.org", "roles",
                "issuer: https://id.example.org, roles: {a: guard}", "roles",
                "issuer: https://id.example.org, otherwise: administrator", "otherwise",
                "issuer: https://id.example.org, otherwise: user, clientSecretFile: secret", "clientSecretFile");
        wrong.forEach((fields, field) -> assertThatThrownBy(() -> SiteFile.parse(provider.formatted(fields), directory))
                .isInstanceOf(Invalid.class)
                .hasMessageContaining("signIn.openid[0]." + field));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        OpenIdSettings good = SiteFile.parse(
                        provider.formatted(
                                "issuer: https://id.example.org, roles: {ops: operator}, clientSecretFile: secret"),
                        directory)
                .signIn()
                .openid()
                .getFirst();
        assertThat(good.clientSecretFile()).contains(secret);
        assertThat(good.roles().of(List.of("ops")::contains)).contains(Role.OPERATOR);
        assertThat(good.roles().of(List.of("else")::contains)).isEmpty();
        assertThatThrownBy(() -> SiteFile.parse(
                        "name: lab\nsignIn: {openid: [{name: uni, clientId: b, issuer: https://i, otherwise: user}]}",
                        null))
                .hasMessageContaining("address");
    }

    @Test
    void aDirectory_isAskedEncrypted_andItsReaderHasASecretFile() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "x");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        String site = "name: lab\nsignIn: {ldap: {otherwise: user, %s}}";
        Map<String, String> wrong = Map.of(
                "servers: ['ldap://ldap.example.org'], searchBase: dc=x", "servers",
                "servers: ['http://ldap.example.org'], searchBase: dc=x", "servers",
                "servers: ['ldap://localhost']", "searchBase",
                "servers: ['ldap://localhost'], userDn: uid=gina", "userDn",
                "servers: ['ldap://localhost'], userDn: 'uid={name}', searchBase: dc=x", "searchBase",
                "servers: ['ldap://localhost'], searchBase: dc=x, bindDn: cn=reader", "bindDn",
                "servers: ['ldap://localhost'], searchBase: dc=x, bindDn: r, bindPasswordFile: secret",
                        "bindPasswordFile",
                "servers: ['ldap://a'], searchBase: dc=x, startTls: true, certificate: none.pem", "certificate");
        wrong.forEach((fields, field) -> assertThatThrownBy(() -> SiteFile.parse(site.formatted(fields), directory))
                .as(fields)
                .isInstanceOf(Invalid.class)
                .hasMessageContaining("signIn.ldap." + field));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        for (String safe : List.of(
                "'ldaps://a'], searchBase: dc=x",
                "'ldap://a'], searchBase: dc=x, startTls: true",
                "'ldap://a'], searchBase: dc=x, unencrypted: true",
                "'ldap://[::1]:3890', 'ldap://localhost'], searchBase: dc=x, bindDn: r, bindPasswordFile: secret",
                "'ldaps://a'], userDn: 'uid={name},dc=x'")) {
            assertThat(SiteFile.parse(site.formatted("servers: [" + safe), directory)
                            .signIn()
                            .ldap())
                    .as(safe)
                    .isPresent();
        }
        assertThatThrownBy(() -> SiteFile.parse(
                        "name: lab\naddress: https://b\nsignIn: {openid: [{name: ldap, clientId: b, issuer: https://i, otherwise: user}]}",
                        null))
                .hasMessageContaining("not ldap");
    }

    @Test
    void shortGroupName_ofARoleAboveUser_needsAGroupBase() {
        String site = "name: lab\nsignIn: {ldap: {servers: ['ldaps://a'], searchBase: dc=x, %s}}";
        for (String role : List.of("operator", "administrator")) {
            assertThatThrownBy(() ->
                            SiteFile.parse(site.formatted("roles: {staff: user, hpc-admins: " + role + "}"), directory))
                    .isInstanceOf(Invalid.class)
                    .hasMessageContaining("\"cn=hpc-admins,ou=groups,dc=example,dc=org\": " + role)
                    .hasMessageContaining("groupBase");
        }
        for (String safe : List.of(
                "roles: {hpc-admins: administrator}, groupBase: ou=groups",
                "roles: {staff: user, guests: viewer}",
                "roles: {'cn=hpc-admins,ou=groups,dc=x': administrator}")) {
            assertThat(SiteFile.parse(site.formatted(safe), directory).signIn().ldap())
                    .as(safe)
                    .isPresent();
        }
    }
}
