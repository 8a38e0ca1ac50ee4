package dev.berth.cli.remote;

import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The key under which the service carries out a request once, however often it is sent. */
public final class IdempotencyKey {
    private @Nullable String key;

    public void declare(Syntax syntax) {
        syntax.text(
                "--key",
                "KEY",
                "Idempotency key: the same command with the same key is carried out once, also a day later.",
                value -> key = value);
    }

    public String value() {
        if (key != null && !key.matches("[!-~]{1,100}")) {
            throw new BadInput("--key: \"%s\" is not right; it is up to 100 letters, digits and signs without blanks"
                    .formatted(key));
        }
        return key == null ? UUID.randomUUID().toString() : key;
    }
}
