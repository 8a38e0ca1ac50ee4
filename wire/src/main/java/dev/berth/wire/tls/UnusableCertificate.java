package dev.berth.wire.tls;

/** Why the service cannot serve with a certificate or key, in one sentence for the operator. */
public final class UnusableCertificate extends RuntimeException {
    UnusableCertificate(String sentence) {
        super(sentence);
    }

    UnusableCertificate(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
