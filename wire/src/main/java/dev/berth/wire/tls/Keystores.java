package dev.berth.wire.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.UnrecoverableKeyException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads keystores. The alias of the key does not matter; of several keys, that with the longest-lived certificate counts. */
final class Keystores {
    private Keystores() {}

    static TlsIdentity read(Path file, String password) {
        // Told apart from a damaged file: the message is another.
        if (new String(TlsIdentity.bytes(file), StandardCharsets.US_ASCII).contains("-----BEGIN ")) {
            throw new UnusableCertificate(
                    "%s is a PEM file, but as tls.keystore it must be a PKCS#12 file; give it as tls.certificate, with its private key as tls.key"
                            .formatted(file));
        }
        TlsIdentity best = null;
        try {
            KeyStore store = KeyStore.getInstance(file.toFile(), password.toCharArray());
            for (String alias : Collections.list(store.aliases())) {
                TlsIdentity found = entry(store, alias, file, password);
                if (found != null && (best == null || isLater(found, best))) {
                    best = found;
                }
            }
        } catch (UnrecoverableKeyException e) {
            throw new UnusableCertificate(
                    "The key in %s has a password of its own; it must be that of the keystore".formatted(file), e);
        } catch (IOException e) {
            throw new UnusableCertificate(
                    e.getCause() instanceof UnrecoverableKeyException
                            ? "The password for the keystore %s is wrong; check tls.passwordFile".formatted(file)
                            : "%s is damaged, or is no keystore; it must be a PKCS#12 file".formatted(file),
                    e);
        } catch (GeneralSecurityException e) {
            throw new UnusableCertificate("%s is no keystore; it must be a PKCS#12 file".formatted(file), e);
        }
        if (best == null) {
            throw new UnusableCertificate(
                    "The keystore %s has no private key with a certificate; import both under one alias"
                            .formatted(file));
        }
        if (!TlsIdentity.matches(best.key(), best.certificate())) {
            throw new UnusableCertificate("The private key in %s does not belong to its certificate".formatted(file));
        }
        return best;
    }

    private static @Nullable TlsIdentity entry(KeyStore store, String alias, Path file, String password)
            throws GeneralSecurityException {
        if (!store.isKeyEntry(alias) || !(store.getKey(alias, password.toCharArray()) instanceof PrivateKey key)) {
            return null;
        }
        List<X509Certificate> chain = new ArrayList<>();
        for (java.security.cert.Certificate certificate : store.getCertificateChain(alias)) {
            if (certificate instanceof X509Certificate x509) {
                chain.add(x509);
            }
        }
        return chain.isEmpty() ? null : new TlsIdentity(key, chain, file);
    }

    private static boolean isLater(TlsIdentity one, TlsIdentity other) {
        return one.end().isAfter(other.end());
    }
}
