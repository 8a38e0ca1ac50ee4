package dev.berth.cli.remote;

import dev.berth.cli.command.Syntax;
import dev.berth.cli.console.BadInput;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The key under which the service carries out a request once, however often it is sent. */
public final class IdempotencyKey {
    private @Nullable String key;

    public void declare(Syntax syntax) {
        syntax.section(
                "Service",
                () -> syntax.text(
                        "--key",
                        "KEY",
                        "Idempotency key: a command repeated with the same key within a day is carried out once",
                        value -> key = value));
    }

    /** Whether the user gave one. */
    public boolean isGiven() {
        return key != null;
    }

    public String value() {
        if (key != null && !key.matches("[!-~]{1,100}")) {
            throw new BadInput(
                    "--key: \"%s\" is not a valid key; use up to 100 printable ASCII characters without spaces"
                            .formatted(key));
        }
        return key == null ? UUID.randomUUID().toString() : key;
    }
}
