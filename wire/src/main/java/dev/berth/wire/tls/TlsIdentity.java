package dev.berth.wire.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * TLS identity of the service: a private key and its certificate chain, the service's own certificate first.
 *
 * @param source the file the certificate came from
 */
public record TlsIdentity(PrivateKey key, List<X509Certificate> chain, Path source) {
    /** Kinds of names in a certificate (RFC 5280, 4.2.1.6). */
    private static final Integer DNS_NAME = 2;

    private static final Integer ADDRESS = 7;

    public TlsIdentity {
        chain = List.copyOf(chain);
    }

    /** Reads and checks what the settings name, or throws {@link UnusableCertificate}. */
    public static TlsIdentity read(Tls tls) {
        return switch (tls) {
            case Tls.Keystore store ->
                Keystores.read(
                        store.keystore(), new String(bytes(store.passwordFile()), StandardCharsets.UTF_8).strip());
            case Tls.Pem pem -> PemFiles.read(pem.certificate(), pem.key());
        };
    }

    /** The names and addresses that clients accept it for, as in the certificate; names with a wildcard are left out. */
    public List<String> names() {
        try {
            Collection<List<?>> all = certificate().getSubjectAlternativeNames();
            return all == null
                    ? List.of()
                    : all.stream()
                            .filter(each -> each.getFirst().equals(DNS_NAME)
                                    || each.getFirst().equals(ADDRESS))
                            .map(each -> String.valueOf(each.get(1)))
                            .filter(name -> !name.startsWith("*"))
                            .toList();
        } catch (CertificateParsingException e) {
            return List.of();
        }
    }

    X509Certificate certificate() {
        return chain.getFirst();
    }

    Instant end() {
        return certificate().getNotAfter().toInstant();
    }

    /**
     * Warning for the operator about a certificate that is expired or not valid yet; the service starts, but clients
     * refuse it.
     */
    public Optional<String> warning(Instant now) {
        Instant from = certificate().getNotBefore().toInstant();
        if (now.isAfter(end())) {
            return Optional.of(
                    "The certificate in %s expired on %s; clients will refuse it. Renew it.".formatted(source, end()));
        }
        if (now.isBefore(from)) {
            return Optional.of("The certificate in %s is valid only from %s on; clients will refuse it until then."
                    .formatted(source, from));
        }
        return Optional.empty();
    }

    static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new UnusableCertificate("Cannot read %s: the file does not exist".formatted(file), e);
        } catch (IOException e) {
            throw new UnusableCertificate("Cannot read %s: check that the service may read it".formatted(file), e);
        }
    }

    /** Whether what the key signs can be verified with the certificate. */
    static boolean matches(PrivateKey key, X509Certificate certificate) {
        PublicKey other = certificate.getPublicKey();
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] text = "Is this the key of that certificate?".getBytes(StandardCharsets.US_ASCII);
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(text);
            byte[] signature = signing.sign();
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(other);
            verifying.update(text);
            return verifying.verify(signature);
        } catch (GeneralSecurityException e) {
            // Keys of different kinds, most likely.
            return false;
        }
    }

    @Override
    public String toString() {
        return "Identity[" + certificate().getSubjectX500Principal() + "]";
    }
}
