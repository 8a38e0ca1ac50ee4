package dev.berth.wire.tls;

import java.nio.file.Path;
import java.util.List;

/** Where the certificate of the service and its private key are. */
public sealed interface Tls {
    /** The files that change when the certificate is renewed. */
    List<Path> files();

    /** A PKCS#12 file (or another keystore that Java can read) with the key under any alias. */
    record Keystore(Path keystore, Path passwordFile) implements Tls {
        @Override
        public List<Path> files() {
            return List.of(keystore, passwordFile);
        }
    }

    /** PEM files, as certificate authorities and their clients hand them out. */
    record Pem(Path certificate, Path key) implements Tls {
        @Override
        public List<Path> files() {
            return List.of(certificate, key);
        }
    }
}
