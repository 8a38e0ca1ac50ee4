package dev.berth.service.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Whose certificates a client trusts, where those of the machine will not do. */
public final class Trusted {
    private Trusted() {}

    /**
     * Trusts the certificates in a PEM file and what they have signed, and nobody else.
     *
     * @throws UnusableCertificate if there are none
     * @throws IOException if the file cannot be read
     */
    public static SSLContext in(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            int count = 0;
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
                trusted.setCertificateEntry("ca" + count++, each);
            }
            if (count == 0) {
                throw new UnusableCertificate("there is no certificate in " + file + "; it must be a PEM file");
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new UnusableCertificate("cannot read the certificates in " + file + "; it must be a PEM file", e);
        }
    }
}
