package dev.berth.directory.ldap;

import com.unboundid.ldap.listener.InMemoryDirectoryServer;
import com.unboundid.ldap.listener.InMemoryDirectoryServerConfig;
import com.unboundid.ldap.listener.InMemoryListenerConfig;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.OperationType;
import com.unboundid.ldif.LDIFException;
import com.unboundid.util.ssl.KeyStoreKeyManager;
import com.unboundid.util.ssl.SSLUtil;
import dev.berth.service.account.Role;
import dev.berth.service.signin.GroupRoles;
import dev.berth.wire.tls.TestKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A real directory on sockets, with and without TLS, that shows its entries to its reader only. */
public final class TestDirectory implements AutoCloseable {
    public static final String READER = "cn=reader,dc=example,dc=org";
    public static final String PEOPLE = "ou=people,dc=example,dc=org";
    public static final GroupRoles ROLES = new GroupRoles(
            Map.of("hpc-admins", Role.ADMINISTRATOR, "cn=staff,ou=groups,dc=example,dc=org", Role.USER),
            Optional.empty());

    private final InMemoryDirectoryServer server;
    private final Path certificate;
    private final Path password;
    private final int plain;
    private final int tls;

    public TestDirectory(Path files, TestKeys keys) {
        try {
            certificate = Files.writeString(files.resolve("ca.pem"), keys.pemCertificate());
            password = Files.writeString(files.resolve("reader.password"), "reading\n");
            Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
            SSLUtil ssl = new SSLUtil(
                    new KeyStoreKeyManager(keys.keystore().toFile(), TestKeys.PASSWORD.toCharArray(), "PKCS12", null),
                    null);
            InMemoryDirectoryServerConfig config = new InMemoryDirectoryServerConfig("dc=example,dc=org");
            config.setSchema(null);
            config.addAdditionalBindCredentials(READER, "reading");
            config.setAuthenticationRequiredOperationTypes(OperationType.SEARCH);
            InetAddress here = InetAddress.getLoopbackAddress();
            config.setListenerConfigs(
                    InMemoryListenerConfig.createLDAPConfig("plain", here, 0, ssl.createSSLSocketFactory()),
                    InMemoryListenerConfig.createLDAPSConfig(
                            "tls", here, 0, ssl.createSSLServerSocketFactory(), ssl.createSSLSocketFactory()));
            server = new InMemoryDirectoryServer(config);
            server.add("dn: dc=example,dc=org", "objectClass: domain", "dc: example");
            server.add("dn: " + PEOPLE, "objectClass: organizationalUnit", "ou: people");
            server.add("dn: ou=groups,dc=example,dc=org", "objectClass: organizationalUnit", "ou: groups");
            start();
            plain = server.getListenPort("plain");
            tls = server.getListenPort("tls");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | LDAPException | LDIFException e) {
            throw new AssertionError(e);
        }
    }

    public void start() throws LDAPException {
        server.startListening();
    }

    public void stop() {
        server.shutDown(true);
    }

    public InMemoryDirectoryServer entries() {
        return server;
    }

    public void person(String uid, String password) throws LDAPException, LDIFException {
        server.add("dn: uid=" + uid + "," + PEOPLE, "objectClass: person", "uid: " + uid, "userPassword: " + password);
    }

    public void group(String name, String... members) throws LDAPException, LDIFException {
        server.add("dn: cn=" + name + ",ou=groups,dc=example,dc=org", "objectClass: groupOfNames", "cn: " + name);
        for (String member : members) {
            member(name, member);
        }
    }

    public void member(String group, String uid) throws LDAPException, LDIFException {
        server.modify(
                "dn: cn=" + group + ",ou=groups,dc=example,dc=org",
                "changetype: modify",
                "add: member",
                "member: uid=" + uid + "," + PEOPLE);
    }

    public URI tls(String host) {
        return URI.create("ldaps://" + host + ":" + tls);
    }

    public URI plain() {
        return URI.create("ldap://127.0.0.1:" + plain);
    }

    /** People are searched by the reader, over TLS; groups name their members. */
    public LdapSettings searched(List<URI> servers, boolean startTls) {
        return settings(
                servers,
                startTls,
                new LdapSettings.Place.Search(
                        PEOPLE,
                        Optional.of("(objectClass=person)"),
                        Optional.of(new LdapSettings.Binding(READER, password))));
    }

    LdapSettings settings(List<URI> servers, boolean startTls, LdapSettings.Place place) {
        return new LdapSettings(
                servers,
                new LdapSettings.Security(startTls, Optional.of(certificate)),
                new LdapSettings.People(place, LdapSettings.ACCOUNT, LdapSettings.ID),
                new LdapSettings.Groups(LdapSettings.MEMBER, Optional.of("ou=groups,dc=example,dc=org")),
                ROLES,
                Duration.ofSeconds(20));
    }

    @Override
    public void close() {
        stop();
    }
}
