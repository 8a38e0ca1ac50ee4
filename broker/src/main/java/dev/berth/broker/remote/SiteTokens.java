package dev.berth.broker.remote;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.wire.SecretFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of the broker's users at the sites, in a YAML file that only its owner can read:
 *
 * <pre>{@code
 * ana:
 *   north: berth_...
 * }</pre>
 *
 * <p>They are never in the journal, which is copied and backed up. A changed file counts from the next request on, and
 * one that others can read is not used.
 */
final class SiteTokens {
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,500}");

    private final Path file;
    private volatile @Nullable Content content;

    /** Content of the file, and the time of its last change. */
    private record Content(Optional<FileTime> changed, JsonNode tokens) {}

    SiteTokens(Path file) {
        this.file = file;
    }

    /** The token of a user at a site, if the user has one there. */
    Optional<String> of(String user, String site) throws IOException {
        String token = tokens().path(user).path(site).asText("");
        return TOKEN.matcher(token).matches() ? Optional.of(token) : Optional.empty();
    }

    /** Without a lock while nothing has changed: all requests to all sites come through here. */
    private JsonNode tokens() throws IOException {
        Content known = content;
        if (known != null && known.changed().equals(changed()) && !SecretFile.isOpenToOthers(file)) {
            return known.tokens();
        }
        return read();
    }

    /** The time is taken first: a change while the file is read is seen with the next request. */
    private synchronized JsonNode read() throws IOException {
        Optional<FileTime> changed = changed();
        JsonNode tokens = TokensFile.content(file);
        content = new Content(changed, tokens);
        return tokens;
    }

    /** Empty if there is no such file. */
    private Optional<FileTime> changed() throws IOException {
        try {
            return Optional.of(Files.getLastModifiedTime(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
