package dev.berth.wire.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Shows the identity that is current when a client connects. Connections that are open keep what they were made with. */
final class CurrentKey extends X509ExtendedKeyManager {
    /**
     * A handshake asks for an alias first and then for what belongs to it. Each identity has an alias of its own, so that a
     * handshake that is under way while the certificate changes does not get the old key with the new certificate.
     */
    private record Shown(String alias, TlsIdentity identity) {}

    private volatile Shown now;
    private volatile Shown before;

    CurrentKey(TlsIdentity first) {
        this.now = new Shown("1", first);
        this.before = now;
    }

    synchronized void change(TlsIdentity next) {
        before = now;
        now = new Shown(Integer.toString(Integer.parseInt(now.alias()) + 1), next);
    }

    TlsIdentity identity() {
        return now.identity();
    }

    private @Nullable TlsIdentity of(@Nullable String alias) {
        Shown current = now;
        Shown last = before;
        return current.alias().equals(alias) ? current.identity() : last.alias().equals(alias) ? last.identity() : null;
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(@Nullable String alias) {
        TlsIdentity identity = of(alias);
        return identity == null ? null : identity.key();
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(@Nullable String alias) {
        TlsIdentity identity = of(alias);
        return identity == null ? null : identity.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
        Shown current = now;
        String kind = current.identity().key().getAlgorithm();
        // Old cipher suites say EC_EC or EC_RSA; what counts is the kind of the key.
        return type.equals(kind) || type.startsWith(kind + "_") ? current.alias() : null;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return chooseServerAlias(type, issuers, null);
    }

    @Override
    public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
        String alias = chooseServerAlias(type, issuers, null);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
