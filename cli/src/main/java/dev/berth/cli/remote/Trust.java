package dev.berth.cli.remote;

import dev.berth.cli.console.BadInput;
import dev.berth.wire.tls.Trusted;
import dev.berth.wire.tls.UnusableCertificate;
import java.io.IOException;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;

/** Whose certificates are believed: those of this machine, or only those in a file. */
final class Trust {
    private Trust() {}

    /** Believes the certificates in a PEM file and what they have signed, and nobody else. */
    static SSLContext in(String file) {
        try {
            return Trusted.in(Path.of(file));
        } catch (IOException e) {
            throw new BadInput("--ca: cannot read " + file);
        } catch (UnusableCertificate e) {
            throw new BadInput("--ca: " + e.getMessage());
        }
    }
}
