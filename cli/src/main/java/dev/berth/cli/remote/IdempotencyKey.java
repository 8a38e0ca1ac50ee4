package dev.berth.cli.remote;

import dev.berth.cli.console.BadInput;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The key under which the service carries out a request once, however often it is sent. */
public final class IdempotencyKey {
    @Option(
            names = "--key",
            paramLabel = "KEY",
            description = "Idempotency key: the same command with the same key is carried out once, also a day later.")
    private @Nullable String key;

    public String value() {
        if (key != null && !key.matches("[!-~]{1,100}")) {
            throw new BadInput("--key: \"%s\" is not right; it is up to 100 letters, digits and signs without blanks"
                    .formatted(key));
        }
        return key == null ? UUID.randomUUID().toString() : key;
    }
}
