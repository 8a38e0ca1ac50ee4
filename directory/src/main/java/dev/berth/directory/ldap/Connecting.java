package dev.berth.directory.ldap;

import com.unboundid.ldap.sdk.FailoverServerSet;
import com.unboundid.ldap.sdk.LDAPConnection;
import com.unboundid.ldap.sdk.LDAPConnectionOptions;
import com.unboundid.ldap.sdk.LDAPException;
import com.unboundid.ldap.sdk.ServerSet;
import com.unboundid.ldap.sdk.SingleServerSet;
import com.unboundid.ldap.sdk.StartTLSPostConnectProcessor;
import com.unboundid.util.ssl.HostNameSSLSocketVerifier;
import com.unboundid.util.ssl.JVMDefaultTrustManager;
import com.unboundid.util.ssl.PEMFileTrustManager;
import com.unboundid.util.ssl.SSLUtil;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * Connections to the servers of a directory: encrypted, to the first server that answers, bounded in number and time.
 *
 * <p>Each is used once. So none is left signed in as somebody else, and none is left over from before a restart of the directory.
 */
final class Connecting {
    private static final int AT_ONCE = 8;
    private static final int PLAIN_PORT = 389;
    private static final int TLS_PORT = 636;
    private static final int MOST_BYTES = 1 << 20;

    private final LdapSettings settings;
    private final Semaphore places = new Semaphore(AT_ONCE);

    Connecting(LdapSettings settings) {
        this.settings = settings;
    }

    /** Work that is done with a connection. */
    interface Work<T> {
        T with(LDAPConnection connection) throws LDAPException, IOException;
    }

    /** Does work in a thread of its own: the time-out of a single read does not stop a server that answers byte by byte. */
    <T> T with(Work<T> work) throws IOException {
        long millis = settings.timeout().toMillis();
        AtomicReference<Optional<LDAPConnection>> open = new AtomicReference<>(Optional.empty());
        try {
            if (!places.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
                throw new IOException("too many people wait for it");
            }
            FutureTask<T> task = new FutureTask<>(() -> {
                try (LDAPConnection connection = servers().getConnection()) {
                    open.set(Optional.of(connection));
                    return work.with(connection);
                } finally {
                    places.release();
                }
            });
            Thread.ofPlatform().daemon().name("berth-directory").start(task);
            return task.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException("no answer within " + millis + " ms", e);
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped while waiting for it", e);
        } finally {
            open.get().ifPresent(LDAPConnection::close);
        }
    }

    /** Made each time: a new certificate of the authority is used at once. */
    private ServerSet servers() throws GeneralSecurityException {
        Optional<Path> certificate = settings.security().certificate();
        TrustManager trusted = certificate.isPresent()
                ? new PEMFileTrustManager(certificate.get().toFile())
                : JVMDefaultTrustManager.getInstance();
        SSLContext tls = new SSLUtil(trusted).createSSLContext();
        ServerSet[] sets =
                settings.servers().stream().map(server -> server(server, tls)).toArray(ServerSet[]::new);
        return sets.length == 1 ? sets[0] : new FailoverServerSet(sets);
    }

    private ServerSet server(URI server, SSLContext tls) {
        boolean isTls = "ldaps".equals(server.getScheme());
        int port = server.getPort() > 0 ? server.getPort() : isTls ? TLS_PORT : PLAIN_PORT;
        boolean isUpgraded = !isTls && settings.security().startTls();
        SocketFactory sockets = isTls ? tls.getSocketFactory() : SocketFactory.getDefault();
        String host = server.getHost().replaceAll("[\\[\\]]", "");
        return new SingleServerSet(
                host, port, sockets, options(), null, isUpgraded ? new StartTLSPostConnectProcessor(tls) : null);
    }

    private LDAPConnectionOptions options() {
        LDAPConnectionOptions options = new LDAPConnectionOptions();
        int millis = (int) Math.max(1, settings.timeout().toMillis());
        // A server that does not answer leaves time for the others.
        options.setConnectTimeoutMillis(Math.max(1, millis / (settings.servers().size() + 1)));
        options.setResponseTimeoutMillis(millis);
        options.setFollowReferrals(false);
        options.setUseSynchronousMode(true);
        options.setMaxMessageSize(MOST_BYTES);
        options.setSSLSocketVerifier(new HostNameSSLSocketVerifier(false));
        return options;
    }
}
