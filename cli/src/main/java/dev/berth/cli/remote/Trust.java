package dev.berth.cli.remote;

import dev.berth.cli.console.BadInput;
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

/** Whose certificates are believed: those of this machine, or only those in a file. */
final class Trust {
    private Trust() {}

    /** Believes the certificates in a PEM file and what they have signed, and nobody else. */
    static SSLContext in(String file) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            int count = 0;
            byte[] bytes = Files.readAllBytes(Path.of(file));
            for (Certificate each :
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes))) {
                trusted.setCertificateEntry("ca" + count++, each);
            }
            if (count == 0) {
                throw new BadInput("--ca: there is no certificate in " + file + "; it must be a PEM file");
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, factory.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new BadInput("--ca: cannot read " + file);
        } catch (GeneralSecurityException e) {
            throw new BadInput("--ca: cannot read the certificates in " + file + "; it must be a PEM file");
        }
    }
}
