package dev.berth.wire.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Certificates to trust in connections to others, where those that Java trusts will not do. */
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
            Collection<? extends Certificate> found =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(bytes));
            if (found.isEmpty()) {
                throw new UnusableCertificate("there is no certificate in " + file + "; it must be a PEM file");
            }
            return context(found);
        } catch (GeneralSecurityException e) {
            throw new UnusableCertificate("cannot read the certificates in " + file + "; it must be a PEM file", e);
        }
    }

    /**
     * Trusts what Java trusts, and the own certificate with the authorities in its chain: for connections to instances of the
     * same site, so that a private authority needs no setting of its own.
     *
     * @throws UnusableCertificate if the own certificate cannot be read
     */
    public static SSLContext beside(Tls own) {
        try {
            List<Certificate> all = new ArrayList<>(TlsIdentity.read(own).chain());
            for (TrustManager each : managers(null)) {
                if (each instanceof X509TrustManager usual) {
                    all.addAll(List.of(usual.getAcceptedIssuers()));
                }
            }
            return context(all);
        } catch (GeneralSecurityException | IOException e) {
            throw new UnusableCertificate("This Java cannot trust the certificates in " + own.files(), e);
        }
    }

    private static SSLContext context(Collection<? extends Certificate> trusted)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (Certificate each : trusted) {
            store.setCertificateEntry("c" + store.size(), each);
        }
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers(store), null);
        return context;
    }

    /** @param store what to trust; null for what Java trusts */
    private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
