package dev.berth.wire.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a certificate, those of its issuers, and its private key from PEM files (RFC 7468). */
final class PemFiles {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,40})-----([^-]{0,200000})-----END \\1-----");

    private PemFiles() {}

    /** PEM block: the label of its BEGIN line and the text between BEGIN and END. */
    record Block(String label, String text, Path file) {
        byte[] content() {
            try {
                return Base64.getMimeDecoder().decode(text);
            } catch (IllegalArgumentException e) {
                throw new UnusableCertificate("A PEM block in %s is damaged".formatted(file), e);
            }
        }
    }

    static TlsIdentity read(Path certificate, Path key) {
        List<X509Certificate> certificates = certificates(certificate);
        PrivateKey secret = key(key);
        X509Certificate own = certificates.stream()
                .filter(each -> TlsIdentity.matches(secret, each))
                .findFirst()
                .orElseThrow(() -> new UnusableCertificate(
                        "The key in %s does not belong to the certificate in %s".formatted(key, certificate)));
        return new TlsIdentity(secret, chain(own, certificates), certificate);
    }

    /** From the certificate of the service up to the last issuer that is in the file, in whatever order they are there. */
    private static List<X509Certificate> chain(X509Certificate own, List<X509Certificate> all) {
        List<X509Certificate> rest = new ArrayList<>(all);
        List<X509Certificate> chain = new ArrayList<>(List.of(own));
        rest.remove(own);
        boolean found = true;
        while (found) {
            X509Certificate last = chain.getLast();
            found = false;
            for (X509Certificate each : List.copyOf(rest)) {
                if (!found && each.getSubjectX500Principal().equals(last.getIssuerX500Principal())) {
                    chain.add(each);
                    rest.remove(each);
                    found = true;
                }
            }
        }
        return chain;
    }

    private static List<X509Certificate> certificates(Path file) {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Block block : blocks(file)) {
                if (block.label().endsWith("CERTIFICATE")
                        && factory.generateCertificate(new ByteArrayInputStream(block.content()))
                                instanceof X509Certificate certificate) {
                    certificates.add(certificate);
                }
            }
        } catch (CertificateException e) {
            throw new UnusableCertificate("A certificate in %s is damaged".formatted(file), e);
        }
        if (certificates.isEmpty()) {
            throw new UnusableCertificate("There is no PEM certificate in %s".formatted(file));
        }
        return certificates;
    }

    private static PrivateKey key(Path file) {
        for (Block block : blocks(file)) {
            if (block.label().equals("ENCRYPTED PRIVATE KEY")) {
                throw new UnusableCertificate(("The key in %s is encrypted; give it without a password, readable by the"
                                + " service alone, or use a keystore")
                        .formatted(file));
            }
            if (block.label().endsWith("PRIVATE KEY")) {
                return PrivateKeys.read(block.label(), block.content(), file);
            }
        }
        throw new UnusableCertificate("There is no PEM private key in %s".formatted(file));
    }

    private static List<Block> blocks(Path file) {
        List<Block> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(new String(TlsIdentity.bytes(file), StandardCharsets.US_ASCII));
        while (matcher.find()) {
            blocks.add(new Block(matcher.group(1), matcher.group(2), file));
        }
        return blocks;
    }
}
