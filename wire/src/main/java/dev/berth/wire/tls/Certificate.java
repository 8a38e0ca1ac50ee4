package dev.berth.wire.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of the service. Its files are looked at every few seconds; when they have changed, connections made from
 * then on get what is in them. Files that cannot be used are logged, and the certificate stays as it was: those who renew
 * it write the certificate and the key one after the other.
 */
public final class Certificate implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Certificate.class);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Tls tls;
    private final Clock clock;
    private final CurrentKey current;
    private final SSLContext context;
    private final Thread watch;
    private List<Object> seen;

    private Certificate(Tls tls, Clock clock, Duration pause) {
        this.tls = tls;
        this.clock = clock;
        // Before they are read: what changes meanwhile is read again.
        this.seen = stamps();
        this.current = new CurrentKey(TlsIdentity.read(tls));
        this.context = context(current);
        warn();
        this.watch = Thread.ofPlatform().daemon().name("berth-certificate").unstarted(() -> watch(pause));
    }

    /** Reads the certificate, or throws {@link UnusableCertificate}, and watches its files. */
    public static Certificate watched(Tls tls, Clock clock) {
        return watched(tls, clock, PAUSE);
    }

    static Certificate watched(Tls tls, Clock clock, Duration pause) {
        Certificate certificate = new Certificate(tls, clock, pause);
        certificate.watch.start();
        return certificate;
    }

    /** Makes connections with the certificate that is current then. */
    public SSLContext context() {
        return context;
    }

    private static SSLContext context(CurrentKey key) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {key}, null, null);
            return ServerSockets.closing(context);
        } catch (GeneralSecurityException e) {
            throw new UnusableCertificate("This Java cannot serve TLS", e);
        }
    }

    private void watch(Duration pause) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.sleep(pause);
                refresh();
            }
        } catch (InterruptedException e) {
            // Closed.
            Thread.currentThread().interrupt();
        }
    }

    /** Reads the files again if they have changed. */
    private void refresh() {
        List<Object> stamps = stamps();
        if (stamps.equals(seen)) {
            return;
        }
        seen = stamps;
        try {
            current.change(TlsIdentity.read(tls));
            LOG.info(
                    "The certificate in {} has changed and is in use",
                    current.identity().source());
            warn();
        } catch (RuntimeException e) {
            LOG.error("{}. The service goes on with the certificate it had.", e.getMessage());
        }
    }

    private void warn() {
        current.identity().warning(clock.instant()).ifPresent(LOG::warn);
    }

    /** Differs when a file was written or replaced, also where it is a link to another file now. */
    private List<Object> stamps() {
        List<Object> stamps = new ArrayList<>();
        for (Path file : tls.files()) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                stamps.add(attributes.lastModifiedTime());
                stamps.add(attributes.size());
                stamps.add(String.valueOf(attributes.fileKey()));
            } catch (IOException e) {
                stamps.add("unreadable");
            }
        }
        return stamps;
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
