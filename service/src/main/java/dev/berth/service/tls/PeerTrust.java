package dev.berth.service.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * What an instance trusts when it asks another instance of its site: what Java trusts, and the certificates that it shows itself,
 * its own and those of the authorities in its chain. So a private authority needs no setting of its own.
 */
public final class PeerTrust {
    private PeerTrust() {}

    /**
     * For connections to instances with a certificate of the same authority.
     *
     * @throws UnusableCertificate if the own certificate cannot be read
     */
    public static SSLContext of(Tls tls) {
        try {
            List<X509Certificate> trusted = new ArrayList<>(Identity.read(tls).chain());
            for (TrustManager each : managers(null)) {
                if (each instanceof X509TrustManager usual) {
                    trusted.addAll(List.of(usual.getAcceptedIssuers()));
                }
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < trusted.size(); i++) {
                store.setCertificateEntry("c" + i, trusted.get(i));
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(store), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new UnusableCertificate("This Java cannot trust the certificates in " + tls.files(), e);
        }
    }

    private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
