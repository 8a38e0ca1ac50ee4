package dev.berth.wire.tls;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPrivateKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and its self-signed certificate for localhost, made by keytool, in all the forms that people have them in. */
public record TestKeys(Path keystore, PrivateKey key, X509Certificate certificate) {
    public static final String PASSWORD = "secret1";

    /**
     * Makes a keystore that is named after the alias.
     *
     * @param kind such as RSA, EC or Ed25519
     * @param options more for keytool
     */
    public static TestKeys make(Path directory, String alias, String kind, String... options) {
        Path keystore = directory.resolve(alias + ".p12");
        List<String> all = new ArrayList<>(List.of("-genkeypair", "-alias", alias, "-keyalg", kind));
        all.addAll(List.of("-dname", "CN=" + alias, "-ext", "san=dns:localhost,ip:127.0.0.1"));
        all.addAll(List.of(options));
        keytool(keystore, all);
        return read(keystore, alias);
    }

    /**
     * Makes a keystore with an authority of its own and, under an alias each, keys that it vouches for, with its
     * certificate in their chain.
     */
    public static Path authority(Path keystore, List<String> aliases, String... options) {
        keytool(keystore, List.of("-genkeypair", "-alias", "ca", "-keyalg", "EC", "-dname", "CN=ca", "-ext", "bc:c"));
        aliases.forEach(alias -> add(keystore, alias, options));
        return keystore;
    }

    /** Adds a key that the authority in a keystore vouches for. */
    public static void add(Path keystore, String alias, String... options) {
        List<String> all = new ArrayList<>(List.of("-genkeypair", "-alias", alias, "-keyalg", "EC"));
        all.addAll(List.of("-dname", "CN=" + alias, "-signer", "ca"));
        all.addAll(List.of(options));
        keytool(keystore, all);
    }

    /** Takes all but one of the keys out of a keystore, into one of its own. */
    public static Path only(Path keystore, String alias, Path into) {
        try (InputStream in = Files.newInputStream(keystore);
                OutputStream out = Files.newOutputStream(into)) {
            KeyStore all = KeyStore.getInstance("PKCS12");
            all.load(in, PASSWORD.toCharArray());
            KeyStore one = KeyStore.getInstance("PKCS12");
            one.load(null, null);
            one.setKeyEntry(
                    alias,
                    all.getKey(alias, PASSWORD.toCharArray()),
                    PASSWORD.toCharArray(),
                    all.getCertificateChain(alias));
            one.store(out, PASSWORD.toCharArray());
            return into;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    static void keytool(Path keystore, List<String> options) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(options);
        // It lives for a moment: compiling it well takes longer than it runs.
        command.addAll(List.of("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", keystore.toString(), "-storepass", PASSWORD));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static TestKeys read(Path keystore, String alias) {
        try (InputStream in = Files.newInputStream(keystore)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, PASSWORD.toCharArray());
            return new TestKeys(keystore, (PrivateKey) store.getKey(alias, PASSWORD.toCharArray()), (X509Certificate)
                    store.getCertificate(alias));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    public String pemCertificate() {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    String pkcs8() {
        return pem("PRIVATE KEY", key.getEncoded());
    }

    /** RSA key as PKCS#1: the content of the last element of PKCS#8, after 26 bytes of envelope for a key of 2048 bits. */
    String pkcs1() {
        byte[] wrapped = key.getEncoded();
        return pem("RSA PRIVATE KEY", Arrays.copyOfRange(wrapped, 26, wrapped.length));
    }

    /** EC key as openssl ecparam writes it: the curve in a block of its own, and in the key once more. */
    String sec1() {
        byte[] curve = HexFormat.of().parseHex("06082a8648ce3d030107");
        ByteArrayOutputStream key256 = new ByteArrayOutputStream();
        key256.writeBytes(HexFormat.of().parseHex("30310201010420"));
        key256.writeBytes(fixed(((ECPrivateKey) key).getS()));
        key256.writeBytes(HexFormat.of().parseHex("a00a"));
        key256.writeBytes(curve);
        return pem("EC PARAMETERS", curve) + pem("EC PRIVATE KEY", key256.toByteArray());
    }

    private static byte[] fixed(BigInteger number) {
        byte[] fixed = new byte[32];
        byte[] bytes = number.toByteArray();
        int count = Math.min(bytes.length, fixed.length);
        System.arraycopy(bytes, bytes.length - count, fixed, fixed.length - count, count);
        return fixed;
    }

    static String pem(String label, byte[] content) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + label
                + "-----\n";
    }

    /** For a client that trusts this certificate and no other. */
    public SSLContext trusting() {
        return trusting(List.of(this));
    }

    static SSLContext trusting(List<TestKeys> some) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            for (TestKeys keys : some) {
                trusted.setCertificateEntry(
                        keys.certificate().getSubjectX500Principal().getName(), keys.certificate());
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
